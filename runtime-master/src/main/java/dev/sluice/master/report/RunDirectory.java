package dev.sluice.master.report;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a run leaves behind: {@code run.json}, {@code weather.json} and {@code logs/}. */
public final class RunDirectory {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private static final Pattern STAMPED = Pattern.compile(".*-([0-9]{8}-[0-9]{6})-[0-9a-f]{4}");
    private static final String RUNS = "sluice-runs";

    private final Path path;

    public RunDirectory(@Nullable Path told, RunId id) {
        this.path = told == null ? Path.of(RUNS, id.text()) : told;
    }

    /** The jar's name, the time, and a random end: unique on this machine and readable. */
    public static RunId newId(Path jar) {
        String plain = plainName(jar).replaceAll("[^A-Za-z0-9_-]", "-");
        String start = plain.matches("[A-Za-z0-9].*") ? plain.substring(0, Math.min(30, plain.length())) : "run";
        int random = new SecureRandom().nextInt(1 << 16);
        return new RunId(
                start + "-" + ZonedDateTime.now(ZoneOffset.UTC).format(STAMP) + String.format("-%04x", random));
    }

    /** The application's name, as far as its jar says it. */
    public static String plainName(Path jar) {
        return jar.getFileName().toString().replaceFirst("\\.jar$", "").replaceFirst("^app-", "");
    }

    public void create() {
        try {
            Files.createDirectories(logs());
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "--run-dir: " + path + ": " + e.getMessage() + " (expected: a directory that can be written)",
                    e);
        }
    }

    /**
     * What is free where it is, or will be [bytes]. The file system is asked itself: Java's file stores want a mount
     * point, which a chroot does not show.
     */
    public long freeBytes() {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there.toFile().getUsableSpace();
    }

    public Path path() {
        return path;
    }

    public Path logs() {
        return logs(path);
    }

    public static Path logs(Path directory) {
        return directory.resolve("logs");
    }

    public Path runFile() {
        return runFile(path);
    }

    /** In a directory of its own, which only its owner may read. */
    public static Path runFile(Path directory) {
        return directory.resolve("private").resolve("worker.run");
    }

    /** Beside it: what an operator's commands need. */
    public Path operatorFile() {
        return operatorFile(path);
    }

    public static Path operatorFile(Path directory) {
        return directory.resolve("private").resolve("operator.run");
    }

    /**
     * How to reach the master of a run: of the directory or operator's run file told, or of the newest directory there
     * is.
     */
    public static RunFile operatorsOf(@Nullable Path told) throws IOException {
        Path run = told == null ? newest() : told;
        if (Files.isRegularFile(run)) {
            return checked(RunFile.read(run), run);
        }
        if (!Files.isDirectory(run)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "run: " + run + " (expected: the directory of a run, or its operator.run)");
        }
        Path file = operatorFile(run);
        if (!Files.exists(file)) {
            throw new SluiceException(
                    ErrorCode.RUN_OVER, "run: " + run + " is over (expected: a run that goes on, with " + file + ")");
        }
        return checked(RunFile.read(file), file);
    }

    /** What workers of a run that goes on need to join, by the run's directory. */
    public static Path workerFile(Path run) {
        Path file = runFile(run);
        if (!Files.isDirectory(run)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "run: " + run + " (expected: the directory of a run, or its run file for workers)");
        }
        if (!Files.exists(file)) {
            throw new SluiceException(
                    ErrorCode.RUN_OVER,
                    "run: " + run + " is over, or has its run file elsewhere (expected: a run that goes on, with "
                            + file + ", or the file itself)");
        }
        return file;
    }

    private static RunFile checked(RunFile file, Path path) {
        if (file.role() != Role.OPERATOR) {
            throw new SluiceException(
                    ErrorCode.RUN_FILE_INVALID,
                    "run file: " + path + " is for workers (expected: private/operator.run of the run's directory)");
        }
        return file;
    }

    /** The directory of the run that was begun last. */
    public static Path newest() throws IOException {
        return latest(1).stream()
                .findFirst()
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.FILE_NOT_FOUND,
                        "run: there is none in " + Path.of(RUNS).toAbsolutePath()
                                + " (expected: the directory of a run)"));
    }

    /** Those of the runs that were begun last, the last one first. */
    public static List<Path> latest(int most) throws IOException {
        Path all = Path.of(RUNS);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(all)) {
            return runs.filter(Files::isDirectory)
                    .sorted(Comparator.comparing(RunDirectory::started).reversed())
                    .limit(most)
                    .toList();
        }
    }

    /** The time in the name that {@link #newId} gave. */
    private static String started(Path run) {
        Matcher stamp = STAMPED.matcher(run.getFileName().toString());
        return stamp.matches() ? stamp.group(1) : "";
    }

    public static Path weatherFile(Path run) {
        return run.resolve("weather.json");
    }

    /** Whether its master is there, or was until it died without a word. */
    public static boolean goesOn(Path run) {
        return Files.exists(operatorFile(run));
    }

    /** The secret is of no use after the run. */
    public static void delete(Path runFile) throws IOException {
        Files.deleteIfExists(runFile);
    }
}
