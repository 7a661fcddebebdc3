package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** What a run leaves behind: {@code run.json} and {@code logs/}. */
final class RunDirectory {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path path;

    RunDirectory(@Nullable Path told, RunId id) {
        this.path = told == null ? Path.of("sluice-runs", id.text()) : told;
    }

    /** The jar's name, the time, and a random end: unique on this machine and readable. */
    static RunId newId(Path jar) {
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "").replaceAll("[^A-Za-z0-9_-]", "-");
        String plain = name.replaceFirst("^app-", "");
        String start = plain.matches("[A-Za-z0-9].*") ? plain.substring(0, Math.min(30, plain.length())) : "run";
        int random = new SecureRandom().nextInt(1 << 16);
        return new RunId(
                start + "-" + ZonedDateTime.now(ZoneOffset.UTC).format(STAMP) + String.format("-%04x", random));
    }

    void create() {
        try {
            Files.createDirectories(logs());
        } catch (IOException e) {
            throw new CommandException(
                    ErrorCode.FILE_NOT_FOUND,
                    "--run-dir: " + path + ": " + e.getMessage() + " (expected: a directory that can be written)",
                    e);
        }
    }

    /** What is free where it is, or will be [bytes]. */
    long freeBytes() throws IOException {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return Files.getFileStore(there).getUsableSpace();
    }

    Path path() {
        return path;
    }

    Path logs() {
        return path.resolve("logs");
    }

    /** In a directory of its own, which only its owner may read. */
    Path runFile() {
        return path.resolve("private").resolve("worker.run");
    }

    void write(RunReport report) throws IOException {
        Files.writeString(path.resolve("run.json"), Json.of(report) + "\n", StandardCharsets.UTF_8);
    }

    /** The secret is of no use after the run. */
    static void delete(Path runFile) throws IOException {
        Files.deleteIfExists(runFile);
    }
}
