package dev.sluice.launch.ssh;

import dev.sluice.api.language.UserLocale;
import dev.sluice.launch.Shell;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One ssh that runs steps on a host. One thread reads the host's output; other methods are for any thread. The messages
 * of ssh itself go to a file of their own. A process that ssh leaves behind, such as the master of its shared
 * connections, may keep the output open for as long as it likes: a second after the end of ssh, the output has ended.
 */
final class SshProcess {
    private static final int LONGEST_LINE = 8192;
    private static final int MOST_PIECES = 16;

    /** Seconds in which the last output is read. */
    private static final int MOST_LOOKS = 60;

    private static final byte[] END = {};
    private static final long STACK_BYTES = 128 << 10;

    /** Time for the last output after the end of ssh. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final Process process;
    private final InputStream out = new BufferedInputStream(new Output());
    private final Path errors;

    /** Output of ssh that {@link #out} has not read; an empty piece is the end. */
    private final BlockingQueue<byte[]> pieces = new ArrayBlockingQueue<>(MOST_PIECES);

    /** True while the pipe is empty. */
    private volatile boolean waits;

    private volatile boolean over;

    private SshProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        // Nothing wakes a thread that reads a pipe, not even closing it.
        Thread reader = new Thread(null, this::readAll, "ssh-output", STACK_BYTES);
        reader.setDaemon(true);
        reader.start();
        process.onExit().thenRunAsync(() -> endRest(MOST_LOOKS), LATER);
    }

    private void readAll() {
        try (InputStream from = process.getInputStream()) {
            byte[] buffer = new byte[LONGEST_LINE];
            int count;
            do {
                waits = true;
                count = from.read(buffer);
                waits = false;
            } while (count >= 0 && pass(Arrays.copyOf(buffer, count)));
        } catch (IOException ended) {
            // like the end of the output
        } finally {
            waits = true;
            end();
        }
    }

    /** Returns whether the output goes on. */
    private boolean pass(byte[] piece) {
        try {
            while (!over && !pieces.offer(piece, 1, TimeUnit.SECONDS)) {
                // the host's output is read slowly
            }
            return !over;
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends what ssh has left behind if it keeps the output open: nobody waits for it. */
    private void endRest(int looks) {
        if (over) {
            return;
        }
        if (looks > 0 && !(waits && pieces.isEmpty())) {
            LATER.execute(() -> endRest(looks - 1)); // there is more to read
            return;
        }
        destroy();
        end();
    }

    private void end() {
        over = true;
        pieces.offer(END); // wakes who waits for a piece; who has pieces left looks at the mark then
    }

    /** The output as a stream. Confined to the thread that reads it. */
    private final class Output extends InputStream {
        private byte[] piece = {};
        private int at;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int from, int most) {
            if (at == piece.length && !next()) {
                return -1;
            }
            int count = Math.min(most, piece.length - at);
            System.arraycopy(piece, at, to, from, count);
            at += count;
            return count;
        }

        private boolean next() {
            byte[] taken;
            try {
                taken = over ? pieces.poll() : pieces.take();
            } catch (InterruptedException ends) {
                Thread.currentThread().interrupt();
                taken = END;
            }
            piece = taken == null ? END : taken;
            at = 0;
            if (piece.length == 0) {
                over = true;
            }
            return piece.length > 0;
        }
    }

    static SshProcess start(List<String> command, String text, Path errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        UserLocale.restore(builder.environment()); // ssh may send it to the host
        Process process = builder.start();
        SshProcess ssh = new SshProcess(process, errors);
        ssh.send(text);
        return ssh;
    }

    /** Writes; a failure shows in the end of the process. */
    void send(String text) {
        OutputStream stdin = process.getOutputStream();
        try {
            stdin.write(text.getBytes(StandardCharsets.UTF_8));
            stdin.flush();
        } catch (IOException e) {
            // it has ended
        }
    }

    /** Writes a whole file; runs {@code progress} repeatedly. */
    void send(Path file, Runnable progress) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                process.getOutputStream().write(buffer, 0, count);
                progress.run();
            }
            process.getOutputStream().flush();
        }
    }

    /** The next line of the host with its end, or a piece of a long one; null when all has been read. */
    byte @Nullable [] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = out.read();
        while (next >= 0) {
            line.write(next);
            if (next == '\n' || line.size() == LONGEST_LINE) {
                break;
            }
            next = out.read();
        }
        return line.size() == 0 ? null : line.toByteArray();
    }

    /** Copies at most {@code bytes} bytes. */
    void copy(long bytes, OutputStream to) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long left = bytes;
        while (left > 0) {
            int count = out.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (count < 0) {
                return;
            }
            to.write(buffer, 0, count);
            left -= count;
        }
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    boolean endsWithin(long nanos) throws InterruptedException {
        return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    /** Kills ssh and its children at once: the host sees the end of its standard input. */
    void destroy() {
        try {
            Shell.killGroup(process);
        } catch (IOException e) { // the system starts no process
            process.destroyForcibly();
        }
    }

    /** The messages of ssh itself, once it has ended; deletes their file. */
    String errors() {
        try {
            String text = Files.readString(errors, StandardCharsets.ISO_8859_1);
            Files.deleteIfExists(errors);
            return text;
        } catch (IOException e) {
            return "";
        }
    }
}
