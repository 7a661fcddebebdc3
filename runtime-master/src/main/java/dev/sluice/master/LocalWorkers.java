package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.RunFile;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Worker processes on this machine. They are started before the master listens, since a JVM takes a while to come up,
 * and wait for the run file, which goes through standard input, so that no secret is on a command line. One that dies
 * is started again, at most three times. Methods may be called from any thread.
 */
final class LocalWorkers {
    static final int RESTARTS = 3;

    private final Config config;
    private final Listener listener;
    private final List<Place> places = new ArrayList<>();
    private boolean ending;
    private int living;
    private @Nullable RunFile runFile;

    /**
     * @param java options of the JVM
     * @param logs directory for what the workers print
     */
    record Config(Path jar, List<String> java, int slots, Path logs) {}

    /** Told of processes' beginnings, by who starts them, and of their ends, on a thread of the JVM. */
    interface Listener {
        /** A process was started. */
        void started(long pid);

        /** A process ended; {@code restarted}: another was started in its place. */
        void ended(long pid, int exitCode, boolean restarted, Path log);

        /** None is left and none will be started. */
        void allGone(String lastWords);
    }

    /** One of N places; {@code starts} counts the processes it had. */
    private static final class Place {
        final int number;
        int starts;

        @Nullable
        Process process;

        Place(int number) {
            this.number = number;
        }
    }

    LocalWorkers(Config config, Listener listener) {
        this.config = config;
        this.listener = listener;
    }

    /** Starts {@code count} processes, which wait for {@link #join}. */
    synchronized void start(int count) {
        for (int i = 1; i <= count; i++) {
            Place place = new Place(i);
            places.add(place);
            launch(place);
        }
    }

    /** Tells all processes, also those started later, which run to join; they register by themselves. */
    synchronized void join(RunFile run) {
        runFile = run;
        for (Place place : places) {
            tell(place, run);
        }
    }

    private static void tell(Place place, RunFile run) {
        Process process = place.process;
        if (process != null) {
            try (Writer stdin = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
                stdin.write(run.text());
            } catch (IOException died) {
                // its end is reported like any other
            }
        }
    }

    private void launch(Place place) {
        place.starts++;
        Path log = log(place);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JavaOptions.ofWorkers(config.jar(), place.number == 1 && place.starts == 1));
        command.addAll(config.java());
        command.addAll(
                List.of("-jar", config.jar().toString(), "join", "--slots", String.valueOf(config.slots()), "-"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            place.process = process;
            living++;
            listener.started(process.pid());
            RunFile run = runFile;
            if (run != null) {
                tell(place, run);
            }
            process.onExit().thenAccept(ended -> ended(place, ended));
        } catch (IOException e) {
            throw new CommandException(ErrorCode.INTERNAL, "cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    private Path log(Place place) {
        return config.logs().resolve("local-" + place.number + ".log");
    }

    private void ended(Place place, Process process) {
        int exitCode = process.exitValue();
        boolean restarted;
        boolean none;
        synchronized (this) {
            living--;
            restarted = !ending && exitCode != 0 && exitCode != 130 && exitCode != 143 && place.starts <= RESTARTS;
            if (restarted) {
                launch(place);
            }
            none = !ending && living == 0;
        }
        listener.ended(process.pid(), exitCode, restarted, log(place));
        if (none) {
            listener.allGone(lastWords(log(place)));
        }
    }

    /** Nothing is started again from now on. */
    synchronized void ending() {
        ending = true;
    }

    /** Waits for all to end, then makes the rest end. */
    void awaitEnd(long millis) throws InterruptedException {
        List<Process> processes;
        synchronized (this) {
            ending = true;
            processes = places.stream()
                    .map(place -> place.process)
                    .filter(p -> p != null)
                    .toList();
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Process process : processes) {
            if (!process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
            }
        }
        for (Process process : processes) {
            process.waitFor();
        }
    }

    /** The end of what a worker printed: up to ten lines. */
    static String lastWords(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            List<String> tail = lines.subList(Math.max(0, lines.size() - 10), lines.size());
            return String.join(System.lineSeparator(), tail).replaceAll("[^\\p{Print}\\s]", "?");
        } catch (IOException e) {
            return "";
        }
    }

    /** Finds sluice-worker.jar: as told, or beside the master's jar, or where a checkout builds it. */
    static Path findJar(@Nullable Path told) {
        List<Path> candidates = new ArrayList<>();
        if (told != null) {
            candidates.add(told);
        } else {
            String property = System.getProperty("sluice.worker.jar", "");
            if (!property.isEmpty()) {
                candidates.add(Path.of(property));
            }
            Path home = masterJar();
            if (home != null && home.getParent() != null) {
                candidates.add(home.resolveSibling("sluice-worker.jar"));
                candidates.add(home.getParent().resolve("../../runtime-worker/target/sluice-worker.jar"));
            }
        }
        for (Path candidate : candidates) {
            if (Files.isReadable(candidate)) {
                return candidate.toAbsolutePath().normalize();
            }
        }
        throw new CommandException(
                ErrorCode.FILE_NOT_FOUND,
                "sluice-worker.jar: not at "
                        + String.join(
                                ", ", candidates.stream().map(Path::toString).toList())
                        + " (expected: beside sluice-master.jar, or --worker-jar FILE)");
    }

    private static @Nullable Path masterJar() {
        CodeSource source = LocalWorkers.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return null;
        }
        try {
            URI location = source.getLocation().toURI();
            return new File(location).toPath();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
