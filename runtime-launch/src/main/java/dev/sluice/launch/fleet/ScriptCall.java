package dev.sluice.launch.fleet;

import dev.sluice.api.language.UserLocale;
import dev.sluice.launch.Shell;
import dev.sluice.net.rules.Text;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One call of a script: bounded in time and output. A script that exceeds a bound is killed with its process group.
 * Processes that a script leaves behind when it ends by itself live on. Any thread.
 */
final class ScriptCall {
    /** Bound of standard output, and of standard error [bytes]. */
    static final int MOST_BYTES = 1 << 20;

    private static final int MOST_WORDS = 400;
    private static final int MOST_LINES = 4;
    private static final long LOOK_MILLIS = 20;

    private final Path directory;
    private final long limitMillis;

    /**
     * Conditions of a call.
     *
     * @param directory in which the script runs
     */
    ScriptCall(Path directory, long limitMillis) {
        this.directory = directory;
        this.limitMillis = limitMillis;
    }

    /**
     * The result of a call.
     *
     * @param trouble what the script did wrong, with the expectation; empty if it ended in time with exit code 0
     * @param out at most {@link #MOST_BYTES} of standard output
     * @param err the last lines of standard error on one line, printable
     */
    record Answer(String trouble, String out, String err) {
        boolean isGood() {
            return trouble.isEmpty();
        }
    }

    Answer run(List<String> command, Map<String, String> variables) throws InterruptedException {
        try {
            Path out = Files.createTempFile("sluice-", ".out");
            Path err = Files.createTempFile("sluice-", ".err");
            try {
                return run(builder(command, variables), out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            return new Answer("not run: " + e.getMessage() + " (expected: a program that can be started)", "", "");
        }
    }

    private ProcessBuilder builder(List<String> command, Map<String, String> variables) {
        List<String> words = new ArrayList<>(Shell.GROUP);
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        UserLocale.restore(builder.environment());
        builder.environment().putAll(variables);
        return builder;
    }

    /** Output goes to files, so that a process that is left behind keeps nobody waiting for the end of a pipe. */
    private Answer run(ProcessBuilder builder, Path out, Path err) throws IOException, InterruptedException {
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        String trouble = "";
        try {
            trouble = await(process, out, err);
        } finally {
            if (process.isAlive()) {
                Shell.killGroup(process);
                process.waitFor();
            }
        }
        return new Answer(trouble, read(out, 0), lastLines(err));
    }

    /** Waits for the end; returns what is wrong. */
    private String await(Process process, Path out, Path err) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (isTooLong(out, err)) {
                return tooLong() + "; it was killed";
            }
            if (System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(limitMillis)) {
                return "no end within " + limitMillis / 1000.0 + " s (expected: an answer by then); it was killed";
            }
        }
        if (isTooLong(out, err)) {
            return tooLong();
        }
        return process.exitValue() == 0 ? "" : "exit code " + process.exitValue() + " (expected: 0)";
    }

    private static boolean isTooLong(Path out, Path err) throws IOException {
        return Files.size(out) > MOST_BYTES || Files.size(err) > MOST_BYTES;
    }

    private static String tooLong() {
        return "more than 1 MiB of output (expected: one line for each task)";
    }

    private static String read(Path file, long from) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            bytes.skipNBytes(from);
            return new String(bytes.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static String lastLines(Path file) throws IOException {
        String text = read(file, Math.max(0, Files.size(file) - MOST_BYTES));
        List<String> lines = text.lines()
                .map(line -> Text.printable(line.strip(), MOST_WORDS))
                .filter(line -> !line.isEmpty())
                .toList();
        String last = String.join("; ", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
        return last.substring(Math.max(0, last.length() - MOST_WORDS));
    }
}
