package dev.sluice.app.foreign.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Copies what a child prints, line by line, and keeps the end of it for error messages. */
final class OutputPump {
    private static final int KEPT_BYTES = 4_096;
    private static final int BUFFER_BYTES = 16_384;

    private final InputStream from;
    private final Supplier<PrintStream> to;
    private final Thread thread;
    private volatile @Nullable Listener listener;
    private byte[] kept = new byte[0];

    /** Takes what the child prints, when it does. */
    @FunctionalInterface
    interface Listener {
        void printed(byte[] bytes, int from, int count);
    }

    private OutputPump(InputStream from, Supplier<PrintStream> to) {
        this.from = from;
        this.to = to;
        this.thread = new Thread(this::copy, "child-output");
        thread.setDaemon(true);
    }

    /** Starts to copy to the stream that {@code to} supplies for each piece. */
    static OutputPump start(InputStream from, Supplier<PrintStream> to) {
        OutputPump pump = new OutputPump(from, to);
        pump.thread.start();
        return pump;
    }

    /** Says who else takes what follows. */
    void listener(Listener next) {
        listener = next;
    }

    private void copy() {
        byte[] buffer = new byte[BUFFER_BYTES];
        int used = 0;
        try (from) {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer, used, buffer.length - used)) {
                keep(buffer, used, count);
                Listener told = listener;
                if (told != null) {
                    told.printed(buffer, used, count);
                }
                used += count;
                int whole = used == buffer.length ? used : afterLastLine(buffer, used);
                print(buffer, whole);
                System.arraycopy(buffer, whole, buffer, 0, used - whole);
                used -= whole;
            }
        } catch (IOException e) {
            // the child was killed
        }
        print(buffer, used);
    }

    private static int afterLastLine(byte[] buffer, int used) {
        int end = used;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private void print(byte[] buffer, int count) {
        if (count > 0) {
            PrintStream stream = to.get();
            stream.write(buffer, 0, count);
            stream.flush();
        }
    }

    private synchronized void keep(byte[] buffer, int from, int count) {
        int old = Math.min(kept.length, Math.max(0, KEPT_BYTES - count));
        int added = Math.min(count, KEPT_BYTES);
        byte[] joined = new byte[old + added];
        System.arraycopy(kept, kept.length - old, joined, 0, old);
        System.arraycopy(buffer, from + count - added, joined, old, added);
        kept = joined;
    }

    /** The last lines. */
    synchronized String tail() {
        return new String(Arrays.copyOf(kept, kept.length), StandardCharsets.UTF_8).strip();
    }

    /** Waits until all is copied, but not for long: a process that the child left behind may hold the pipe open. */
    void await(long millis) throws InterruptedException {
        thread.join(millis);
    }
}
