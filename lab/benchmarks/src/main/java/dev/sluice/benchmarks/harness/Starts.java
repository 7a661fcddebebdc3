package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.plain.Nothing;
import dev.sluice.benchmarks.timing.CycleFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts short commands by the {@code sluice} script, with class archives in a cache of their own. */
public final class Starts {
    private static final int ARCHIVES = 2;
    private static final int LONGEST_SECONDS = 120;

    private final Path script;
    private final Path applications;
    private final Path directory;

    /**
     * The times of one process.
     *
     * @param wallMillis from its start to its end
     * @param firstUnitMillis from its start to the first accepted unit; 0 if it ran no application
     */
    public record Start(double wallMillis, double firstUnitMillis) {}

    /** @param directory where the cache and the output of the commands go; it is emptied first */
    public Starts(Path script, Path applications, Path directory) throws IOException {
        this.script = script;
        this.applications = applications;
        this.directory = directory;
        if (Files.exists(directory)) {
            Programs.remove(directory);
        }
        Files.createDirectories(directory);
    }

    /** Has the script write its class archives, and waits for them. */
    public void prepare() throws Exception {
        run(sluice("--version"));
        Path archives = directory.resolve("cache/sluice/classes");
        for (int i = 0; count(archives) < ARCHIVES; i++) {
            if (i > LONGEST_SECONDS) {
                throw new IOException("no class archives in " + archives + " (expected: " + ARCHIVES + ")");
            }
            Thread.sleep(1000);
        }
    }

    private static long count(Path archives) throws IOException {
        if (!Files.isDirectory(archives)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(archives)) {
            return files.filter(file -> file.getFileName().toString().matches("(run|print).*\\.jsa"))
                    .count();
        }
    }

    /** A JVM that does nothing. */
    public Start jvm() throws Exception {
        return run(List.of(Programs.JAVA, "-cp", System.getProperty("java.class.path"), Nothing.class.getName()));
    }

    /** A command that runs no application. */
    public Start command(String... words) throws Exception {
        return run(sluice(words));
    }

    /** A whole run of one cycle, with these options of {@code run}. */
    public Start run(Class<?> application, long units, String... options) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("run", applications.toString(), "--class", application.getName(), "--quiet"));
        words.addAll(List.of(options));
        words.add("--");
        return timed(sluice(words.toArray(String[]::new)), units);
    }

    /** The same on a two-thread executor. */
    public Start executor(Class<?> application, long units) throws Exception {
        return timed(Programs.executor(application, 0), units);
    }

    private Start timed(List<String> command, long units) throws Exception {
        Path figures = directory.resolve("figures").toAbsolutePath();
        Files.deleteIfExists(figures);
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--cycles=" + units, "--figures=" + figures));
        long startedMillis = System.currentTimeMillis();
        double wallMillis = run(all).wallMillis();
        return new Start(wallMillis, CycleFigures.read(figures).firstAcceptedMillis() - startedMillis);
    }

    private List<String> sluice(String... words) {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        return command;
    }

    private Start run(List<String> command) throws Exception {
        Path log = directory.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .put(
                        "XDG_CACHE_HOME",
                        directory.resolve("cache").toAbsolutePath().toString());
        builder.environment()
                .put(
                        "XDG_STATE_HOME",
                        directory.resolve("state").toAbsolutePath().toString());
        long startedNanos = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        Programs.awaitEnd(process, "" + command);
        double millis = (System.nanoTime() - startedNanos) * 1e-6;
        if (process.exitValue() != 0) {
            throw new IOException("exit " + process.exitValue() + " of " + command + " (expected: 0); its output:\n"
                    + Files.readString(log));
        }
        return new Start(millis, 0);
    }
}
