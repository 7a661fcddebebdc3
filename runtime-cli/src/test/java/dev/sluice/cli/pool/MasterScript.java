package dev.sluice.cli.pool;

import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

/** A shell script that pools start instead of masters, until it is closed. */
final class MasterScript implements AutoCloseable {
    private static final String PROPERTY = "sluice.script";

    private final Path file;
    private final String before = System.getProperty(PROPERTY, "");

    private MasterScript(Path file) {
        this.file = file;
        System.setProperty(PROPERTY, file.toString());
    }

    static MasterScript in(Path directory) {
        return new MasterScript(directory.resolve("sluice-script"));
    }

    void write(String... lines) throws IOException {
        Path fresh = file.resolveSibling("sluice-script.new");
        Files.writeString(fresh, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
        Files.move(fresh, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    /** A command of the shell that writes a run's {@code run.json} in one step. */
    static String json(String directory, String json) {
        return "echo '" + json.replace("HOST", ThisHost.name()) + "' > " + directory + "/run.new && mv " + directory
                + "/run.new " + directory + "/run.json";
    }

    private static String head(String mode) {
        return "{\"schema\":\"sluice-run-1\",\"mode\":\"" + mode + "\",\"run\":\"pep-1\"";
    }

    /** A run that is complete. */
    static String complete() {
        return head("cluster") + ",\"outcome\":\"complete\",\"exitCode\":0}";
    }

    /** A run of {@code HOST} whose master is gone. */
    static String dead() {
        return head("running") + ",\"host\":\"HOST\",\"pid\":" + Integer.MAX_VALUE + ",\"processStarted\":\""
                + Instant.EPOCH + "\"}";
    }

    static String running(ProcessHandle process) {
        return head("running") + ",\"host\":\"" + ThisHost.name() + "\",\"pid\":" + process.pid()
                + ",\"processStarted\":\"" + process.info().startInstant().orElseThrow() + "\"}";
    }

    @Override
    public void close() {
        if (before.isEmpty()) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }
}
