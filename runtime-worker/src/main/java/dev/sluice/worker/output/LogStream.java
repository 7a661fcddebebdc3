package dev.sluice.worker.output;

import dev.sluice.api.unit.UnitSite;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * One way into the log for what units print. Whatever is beyond the bound is dropped without a wait. Never fails: where
 * the disk is full, the text is lost.
 */
final class LogStream extends OutputStream {
    private static final int PIECE = 8_192;

    private final int number;
    private final PrintStream to;
    private final OutputBound bound;
    private final ControlEscapes escapes = new ControlEscapes();

    /** @param number of the stream in a {@link dev.sluice.api.unit.Printout} */
    LogStream(int number, PrintStream to, OutputBound bound) {
        this.number = number;
        this.to = to;
        this.bound = bound;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        Objects.checkFromIndexSize(from, count, bytes.length);
        UnitSite.printed(number, bytes, from, count);
        int end = from + count;
        synchronized (bound) {
            for (int at = from; at < end; at += PIECE) {
                if (!bound.isOpen()) {
                    say(bound.leaveOut(end - at));
                    break;
                }
                print(escapes.of(bytes, at, Math.min(PIECE, end - at)));
            }
            to.flush();
        }
    }

    private void print(byte[] text) {
        say(bound.resume());
        int granted = bound.grant(text.length);
        if (granted > 0) {
            to.write(text, 0, granted);
            bound.wrote(text[granted - 1]);
        }
        if (granted < text.length) {
            say(bound.leaveOut(text.length - granted));
        }
    }

    private void say(Optional<String> line) {
        if (line.isPresent()) {
            String whole = (bound.isInLine() ? "\n" : "") + line.get() + "\n";
            byte[] text = whole.getBytes(StandardCharsets.UTF_8);
            to.write(text, 0, text.length);
            bound.wrote(text[text.length - 1]);
        }
    }

    @Override
    public void flush() {
        to.flush();
    }

    /** Leaves the log open: a unit that closes its output must not silence others. */
    @Override
    public void close() {
        flush();
    }
}
