package dev.sluice.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A queue system that a script of deploy/ starts on this machine. It ends when this is closed, and also when this
 * process does: its command reads a pipe that we hold.
 */
final class LabCommand implements AutoCloseable {
    private static final int MISSING = 4;

    private final Process process;
    private final String printed;
    private final String missing;

    private LabCommand(Process process, String printed, String missing) {
        this.process = process;
        this.printed = printed;
        this.missing = missing;
    }

    /**
     * Starts one and waits until it is ready.
     *
     * @param directory for what the script says
     * @param script below the checkout
     * @param variable whose value inside is wanted
     */
    static LabCommand start(Path directory, String script, String variable, String... options)
            throws IOException, InterruptedException {
        Path err = directory.resolve("lab.err");
        List<String> words = new ArrayList<>(List.of(Checkout.file(script).toString(), "run"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", "echo \"$" + variable + "\"; exec cat"));
        Process process = new ProcessBuilder(words).redirectError(err.toFile()).start();
        String line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line != null) {
            return new LabCommand(process, line, "");
        }
        String said = Checkout.read(err).strip();
        if (process.waitFor() != MISSING) {
            throw new AssertionError(script + " did not come up: " + said);
        }
        return new LabCommand(process, "/", said.replaceFirst("^[a-z-]+: ", ""));
    }

    /** Why there is none; empty when it is there. */
    String missing() {
        return missing;
    }

    /** The value of the variable. */
    Path printed() {
        return Path.of(printed);
    }

    /** Returns the output of a command, which must succeed. */
    static String ask(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process asked = builder.start();
        asked.getOutputStream().close();
        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asked.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
