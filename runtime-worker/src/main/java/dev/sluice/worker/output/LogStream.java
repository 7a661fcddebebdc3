package dev.sluice.worker.output;

import dev.sluice.api.unit.UnitSite;
import java.io.ByteArrayOutputStream;
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

    /**
     * Writes control characters of UTF-8 text as {@code \x1b}, so that a log cannot steer the terminal that shows it.
     * Tabs and ends of lines stay; a carriage return ends a line, too. Not thread-safe.
     */
    private static final class ControlEscapes {
        private static final int DELETE = 0x7f;

        /** The first byte of U+0080 to U+00BF in UTF-8. */
        private static final int LATIN = 0xc2;

        private static final int FIRST_HIGH = 0x80;
        private static final int LAST_HIGH = 0x9f;
        private static final String DIGITS = "0123456789abcdef";

        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private boolean afterReturn;
        private boolean afterLatin;

        /** Escapes the next bytes of the stream. The first byte of a character waits for the second. */
        byte[] of(byte[] bytes, int from, int count) {
            text.reset();
            for (int i = from; i < from + count; i++) {
                next(bytes[i] & 0xff);
            }
            return text.toByteArray();
        }

        private void next(int value) {
            if (afterLatin) {
                afterLatin = false;
                if (value >= FIRST_HIGH && value <= LAST_HIGH) {
                    escape(value);
                    return;
                }
                text.write(LATIN);
            }
            boolean secondHalf = afterReturn && value == '\n';
            afterReturn = value == '\r';
            if (value == LATIN) {
                afterLatin = true;
            } else if (value == '\r') {
                text.write('\n');
            } else if (value == '\n' || value == '\t') {
                if (!secondHalf) {
                    text.write(value);
                }
            } else if (value < ' ' || value == DELETE) {
                escape(value);
            } else {
                text.write(value);
            }
        }

        private void escape(int value) {
            text.writeBytes(("\\x" + DIGITS.charAt(value >> 4) + DIGITS.charAt(value & 0xf))
                    .getBytes(StandardCharsets.US_ASCII));
        }
    }
}
