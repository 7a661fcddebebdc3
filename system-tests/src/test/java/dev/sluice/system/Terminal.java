package dev.sluice.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell that runs lines as a person would type them, in a directory; what it prints is in a file. Java starts there
 * as other tests start it: the script {@code ./sluice} takes the options and the archive of classes from the
 * environment.
 */
final class Terminal implements AutoCloseable {
    private final Process shell;
    private final Path output;

    private Terminal(Process shell, Path output) {
        this.shell = shell;
        this.output = output;
    }

    /** Starts the lines, which stop at the first that fails. */
    static Terminal type(Path directory, String lines) {
        return type(List.of(), directory, lines);
    }

    /** The same in a session of its own, as a login has one. */
    static Terminal logIn(Path directory, String lines) {
        return type(List.of("setsid"), directory, lines);
    }

    private static Terminal type(List<String> before, Path directory, String lines) {
        try {
            List<String> command = new ArrayList<>(before);
            command.addAll(List.of("bash", "-euo", "pipefail", "-c", lines));
            Path output = Files.createTempFile(directory, "terminal-", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(output.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("SLUICE_CLASS_ARCHIVES", "off");
            List<String> java = ClassArchive.ofMasters();
            if (java.stream().noneMatch(option -> option.contains(" "))) { // the script divides them at blanks
                builder.environment().put("SLUICE_JAVA_OPTIONS", String.join(" ", java));
            }
            return new Terminal(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String output() {
        return Checkout.read(output);
    }

    boolean isRunning() {
        return shell.isAlive();
    }

    /** Waits for the end; a shell that does not come to one is a failure. */
    int exitCodeWithin(int seconds) throws InterruptedException {
        if (!shell.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "still running after " + seconds + " s (expected: ended); it printed:\n" + output());
        }
        return shell.exitValue();
    }

    /** Ends the login: what is left of the shell's process group is told, as when its terminal goes. */
    void hangUp() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-HUP", "--", "-" + shell.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Ends everything that was started here. */
    @Override
    public void close() {
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
