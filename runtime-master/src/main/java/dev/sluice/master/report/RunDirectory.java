package dev.sluice.master.report;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
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

/** The directory of a run with {@code run.json}, {@code weather.json} and {@code logs/}. */
public final class RunDirectory {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private static final Pattern STAMPED = Pattern.compile(".*-([0-9]{8}-[0-9]{6})-[0-9a-f]{4}");
    private static final String RUNS = "sluice-runs";

    private final Path path;

    public RunDirectory(@Nullable Path told, RunId id) {
        this.path = told == null ? Path.of(RUNS, id.text()) : told;
    }

    /** Makes a run id of the jar's name, the time, and a random end: unique on this machine and readable. */
    public static RunId newId(Path jar) {
        String plain = plainName(jar).replaceAll("[^A-Za-z0-9_-]", "-");
        String start = plain.matches("[A-Za-z0-9].*") ? plain.substring(0, Math.min(30, plain.length())) : "run";
        int random = new SecureRandom().nextInt(1 << 16);
        return new RunId(
                start + "-" + ZonedDateTime.now(ZoneOffset.UTC).format(STAMP) + String.format("-%04x", random));
    }

    /** The application's name, derived from the name of its jar. */
    public static String plainName(Path jar) {
        return String.valueOf(jar.getFileName()).replaceFirst("\\.jar$", "").replaceFirst("^app-", "");
    }

    /**
     * Creates the directory, and one for logs in it.
     *
     * @throws SluiceException FILE_NOT_FOUND if that is impossible, or nothing can be written there
     */
    public void create() {
        try {
            Files.createDirectories(logs());
            Files.delete(Files.createTempFile(path, "check", null));
        } catch (IOException e) {
            ErrorCode code = FileTrouble.ofWriting(e);
            throw new SluiceException(
                    code == ErrorCode.FILE_NOT_WRITTEN ? ErrorCode.FILE_NOT_FOUND : code,
                    "--run-dir: " + path + ": " + FileTrouble.words(e));
        }
    }

    /**
     * Checks that the directory could be created, without doing so.
     *
     * @throws SluiceException FILE_NOT_FOUND if not
     */
    public void check() {
        Path there = existing();
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw unusable(there + " is no directory that can be written");
        }
    }

    private SluiceException unusable(String why) {
        return new SluiceException(
                ErrorCode.FILE_NOT_FOUND,
                "--run-dir: " + path + ": " + why + " (expected: a directory that can be written)");
    }

    /** Its path, or its nearest existing parent. */
    private Path existing() {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }

    /**
     * Free space there [bytes]. This asks the file system directly: Java's file stores need a mount point, which a
     * chroot does not show.
     */
    public long freeBytes() {
        return existing().toFile().getUsableSpace();
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

    /** The run file, in a directory of its own that only its owner may read. */
    public static Path runFile(Path directory) {
        return directory.resolve("private").resolve("worker.run");
    }

    /** The run file of operators, next to the directory's other files. */
    public Path operatorFile() {
        return operatorFile(path);
    }

    public static Path operatorFile(Path directory) {
        return directory.resolve("private").resolve("operator.run");
    }

    /** The file with the URL of the live page, which has its token; there while the run is running. */
    public Path pageFile() {
        return pageFile(path);
    }

    public static Path pageFile(Path directory) {
        return directory.resolve("private").resolve("page.url");
    }

    /**
     * The run file that reaches the master of a run: for the given directory or operator's run file, or for the newest
     * directory.
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
                    ErrorCode.RUN_OVER, "run: " + run + " is over (expected: a running run, with " + file + ")");
        }
        return checked(RunFile.read(file), file);
    }

    /** The run file with which workers join a running run, by the run's directory. */
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
                    "run: " + run + " is over, or has its run file elsewhere (expected: a running run, with " + file
                            + ", or the file itself)");
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

    /** The directory of the run that started last. */
    public static Path newest() throws IOException {
        return latest(1).stream()
                .findFirst()
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.FILE_NOT_FOUND,
                        "run: there is none in " + Path.of(RUNS).toAbsolutePath()
                                + " (expected: the directory of a run)"));
    }

    /** The directories of the runs that started last, newest first. */
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

    /** The time in a name that {@link #newId} made. */
    private static String started(Path run) {
        Matcher stamp = STAMPED.matcher(run.getFileName().toString());
        return stamp.matches() ? stamp.group(1) : "";
    }

    public static Path weatherFile(Path run) {
        return run.resolve("weather.json");
    }

    /** Tells whether the run has a master, or had one that died without cleaning up. */
    public static boolean goesOn(Path run) {
        return Files.exists(operatorFile(run));
    }

    /** Deletes the file, because the secret is of no use after the run. */
    public static void delete(Path runFile) throws IOException {
        Files.deleteIfExists(runFile);
    }
}
