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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One ssh that runs steps on a host. One thread reads the host's output; other methods are for any thread. The messages
 * of ssh itself go to a file of their own.
 */
final class SshProcess {
    private static final int LONGEST_LINE = 8192;

    /** Time for the last output after the end of ssh. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final Process process;
    private final InputStream out;
    private final Path errors;

    /** True once all output was read. */
    private volatile boolean read;

    private SshProcess(Process process, Path errors) {
        this.process = process;
        this.out = new BufferedInputStream(process.getInputStream());
        this.errors = errors;
        process.onExit().thenRunAsync(this::endRest, LATER);
    }

    /** Ends what ssh has left behind if it keeps the output open: nobody waits for it. */
    private void endRest() {
        if (!read) {
            destroy();
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
        read |= next < 0;
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
