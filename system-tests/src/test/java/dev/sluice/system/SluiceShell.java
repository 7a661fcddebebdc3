package dev.sluice.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lines as a person types them into a shell, with the {@code sluice} under test among the programs. Runs of tests are
 * not in the user's history, and GNU parallel asks for no citation.
 */
final class SluiceShell {
    private final Path home;

    private SluiceShell(Path home) {
        this.home = home;
    }

    /** How a line ended, with what it printed. Texts have one char for each byte. */
    record Printed(int code, String out, String err) {}

    /**
     * Makes the programs.
     *
     * @param home a directory for them and for their files
     * @param java options of the JVM
     */
    static SluiceShell in(Path home, String... java) throws IOException {
        Path programs = Files.createDirectories(home.resolve("bin"));
        Path script = programs.resolve("sluice");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.ofMasters());
        command.addAll(List.of(java));
        command.add("-Dsluice.worker.jar=" + Checkout.workerJar());
        command.add("-Dsluice.command=sluice");
        command.addAll(List.of("-jar", Checkout.masterJar().toString()));
        Files.writeString(script, "#!/bin/bash\nexec " + String.join(" ", command) + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(home.resolve("parallel"));
        Files.writeString(home.resolve("parallel").resolve("will-cite"), "");
        return new SluiceShell(home);
    }

    /** Starts a line in a directory. Its output goes to the files {@code .out} and {@code .err} beside the programs. */
    Process start(Path directory, String line) throws IOException {
        Path out = Files.writeString(home.resolve(".out"), "");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", line)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(home.resolve(".err").toFile());
        builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
        builder.environment().put("PARALLEL_HOME", home.resolve("parallel").toString());
        builder.environment().put("SHELL", "/bin/bash");
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** Runs a line in a directory. */
    Printed run(Path directory, String line) throws IOException, InterruptedException {
        Process process = start(directory, line);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(line + ": still running after 120 s; it printed: " + err());
        }
        return new Printed(process.exitValue(), out(), err());
    }

    String out() throws IOException {
        return Files.readString(home.resolve(".out"), StandardCharsets.ISO_8859_1);
    }

    String err() throws IOException {
        return Files.readString(home.resolve(".err"), StandardCharsets.ISO_8859_1);
    }
}
