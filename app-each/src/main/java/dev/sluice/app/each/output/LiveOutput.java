package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Prints the output of commands while they run: as it comes, or whole lines. A piece that does not follow what was
 * printed is passed over; the outcome of its command has all that is missing. Any thread.
 */
public final class LiveOutput implements AutoCloseable {
    private static final int MOST_WAITING = 1_000;
    private static final int STREAMS = 2;

    /** Makes the tag of a command's lines. */
    @FunctionalInterface
    public interface Tags {
        byte[] of(long number) throws IOException;
    }

    /** A command of which something is printed. */
    private static final class Running {
        final long[] seen = new long[STREAMS];
        final ByteArrayOutputStream[] begun = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        final byte[] tag;

        Running(byte[] tag) {
            this.tag = tag;
        }
    }

    private final boolean lines;
    private final Tags tags;
    /** Prints pieces, so that a slow reader delays nobody else. */
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            0, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), LiveOutput::made, (piece, full) -> {});

    private final Map<Long, Running> running = new HashMap<>();
    private final BitSet ended = new BitSet();
    private @Nullable OutputStream[] streams = new OutputStream[STREAMS];
    private LongPredicate due = number -> true;

    /** @param lines whether whole lines are printed; else bytes as they come, without tags */
    public LiveOutput(boolean lines, Tags tags) {
        this.lines = lines;
        this.tags = tags;
    }

    private static Thread made(Runnable task) {
        Thread thread = new Thread(task, "sluice-live");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sets where it prints. Called before the first command.
     *
     * @param may tells whether something of a command may be printed now
     */
    synchronized void to(OutputStream out, OutputStream error, LongPredicate may) {
        streams = new OutputStream[] {out, error};
        due = may;
    }

    /**
     * Prints a piece soon, unless too many wait.
     *
     * @param number of the command, from 0
     * @param stream 1 standard output, 2 standard error
     * @param offset of the piece in the stream
     */
    public void add(long number, int stream, long offset, byte[] text) {
        thread.execute(() -> {
            try {
                print(number, stream, offset, text);
            } catch (IOException closed) {
                // who prints the outcome notices it
            }
        });
    }

    private synchronized void print(long number, int stream, long offset, byte[] text) throws IOException {
        OutputStream to = streams[stream - 1];
        if (to == null || ended.get((int) number) || !due.test(number)) {
            return;
        }
        Running command = running.get(number);
        if (command == null) {
            command = new Running(lines ? tags.of(number) : new byte[0]);
            running.put(number, command);
        }
        if (offset != command.seen[stream - 1]) {
            return;
        }
        command.seen[stream - 1] += text.length;
        write(command, stream, text, text.length, to);
        to.flush();
    }

    private void write(Running command, int stream, byte[] text, int count, OutputStream to) throws IOException {
        if (!lines) {
            to.write(text, 0, count);
            return;
        }
        ByteArrayOutputStream begun = command.begun[stream - 1];
        int from = 0;
        for (int at = 0; at < count; at++) {
            if (text[at] == '\n') {
                begun.write(text, from, at + 1 - from);
                to.write(command.tag);
                begun.writeTo(to);
                begun.reset();
                from = at + 1;
            }
        }
        begun.write(text, from, count - from);
    }

    /**
     * Prints what is missing of a command that has ended.
     *
     * @param tries of the command; of several, only the last has an output
     */
    synchronized void end(long number, TaggedOutput output, int tries) throws IOException {
        ended.set((int) number);
        Running known = running.remove(number);
        Running command = known != null && tries == 1 ? known : new Running(lines ? output.tag() : new byte[0]);
        end(command, 1, output.out());
        end(command, STREAMS, output.error());
    }

    private void end(Running command, int stream, Blob all) throws IOException {
        OutputStream to = streams[stream - 1];
        if (to == null) {
            return;
        }
        byte[] block = new byte[1 << 13];
        try (InputStream in = all.open()) {
            in.skipNBytes(Math.min(all.size(), command.seen[stream - 1]));
            for (int count = in.read(block); count > 0; count = in.read(block)) {
                write(command, stream, block, count, to);
            }
        }
        if (command.begun[stream - 1].size() > 0) {
            to.write(command.tag);
            command.begun[stream - 1].writeTo(to);
        }
        to.flush();
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
