package dev.sluice.benchmarks.truth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs commands of one case, one at a time, and takes their times from outside. */
final class CaseCommands implements AutoCloseable {
    private static final long LAST_LINES_MILLIS = 1_000;

    private final Path directory;
    private final Map<String, String> environment;
    private final List<Process> beside = new ArrayList<>();
    private int number;
    private volatile @Nullable Process current;
    private volatile boolean closed;

    /**
     * Commands in a directory.
     *
     * @param environment additional variables
     */
    CaseCommands(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    Path directory() {
        return directory;
    }

    /** Runs a command and waits for its end; one that takes longer than {@code limit} is ended. */
    CommandOutcome run(String name, List<String> command, Duration limit) throws IOException, InterruptedException {
        if (closed) {
            throw new IOException("the case was ended");
        }
        String head = String.format(Locale.ROOT, "%02d-%s", ++number, name);
        Path output = directory.resolve(head + ".out");
        Path errors = directory.resolve(head + ".err");
        Files.write(directory.resolve(head + ".command"), List.of(String.join(" ", command)));
        long begunNanos = System.nanoTime();
        Process process = builder(command).redirectOutput(output.toFile()).start();
        current = process;
        process.getOutputStream().close();
        Thread copying = new Thread(() -> copy(process, errors, begunNanos), "errors of " + head);
        copying.setDaemon(true);
        copying.start();
        boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            end(process);
        }
        current = null;
        double seconds = (System.nanoTime() - begunNanos) * 1e-9;
        copying.join(LAST_LINES_MILLIS);
        return new CommandOutcome(ended ? process.exitValue() : -1, seconds, output, errors);
    }

    /** Copies standard error to a file, each line with the seconds since the command began. */
    private static void copy(Process process, Path file, long begunNanos) {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.printf(Locale.ROOT, "%7.2f %s%n", (System.nanoTime() - begunNanos) * 1e-9, line);
                out.flush();
            }
        } catch (IOException e) {
            // The command was ended, and its last lines are lost.
        }
    }

    /** Starts a command that lasts until the end of the case. */
    void beside(List<String> command) throws IOException {
        beside.add(builder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        return builder;
    }

    private static void end(Process process) {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        below.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends what still runs. May be called at any moment, from any thread. */
    @Override
    public void close() {
        closed = true;
        Process running = current;
        if (running != null) {
            end(running);
        }
        beside.forEach(CaseCommands::end);
    }
}
