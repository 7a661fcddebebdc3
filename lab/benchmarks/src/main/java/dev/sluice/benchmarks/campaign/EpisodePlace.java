package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerUnits.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The directory of an episode, in which all its processes run, with what they print. */
final class EpisodePlace {
    /** In the environment of every process of an episode, with its directory. */
    static final String MARK = "FAULT_CAMPAIGN";

    /** Errors inside of Sluice. */
    private static final Pattern INTERNAL =
            Pattern.compile("\\bE5\\d\\d\\b|Exception in thread|LEAK:|OutOfMemoryError|AssertionError");

    /** A hostile peer may say that it has such an error. */
    private static final Pattern SAID_BY_HOSTILE =
            Pattern.compile(" on " + HostileCrowd.HOST + "\\S* is away: E5\\d\\d from the peer");

    private final Path directory;
    private final CampaignPlaces places;
    private int started;

    EpisodePlace(Path directory, CampaignPlaces places) throws IOException {
        this.directory = directory;
        this.places = places;
        Files.createDirectories(ledger());
        Files.createDirectories(temporary());
        Files.createDirectories(directory.resolve("log"));
    }

    Path directory() {
        return directory;
    }

    CampaignPlaces places() {
        return places;
    }

    Path ledger() {
        return directory.resolve("ledger");
    }

    Path answer() {
        return directory.resolve("answer");
    }

    /** The directory for temporary files of its processes. */
    Path temporary() {
        return directory.resolve("tmp");
    }

    Path runDirectory() {
        return directory.resolve("run");
    }

    Path pool() {
        return directory.resolve("pool");
    }

    /** Starts a process whose output goes to files with this name and a number. */
    Started start(String name, List<String> words, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of(arguments));
        String numbered = String.format(Locale.ROOT, "%02d-%s", ++started, name);
        Path out = directory.resolve("log").resolve(numbered + ".out");
        Path err = directory.resolve("log").resolve(numbered + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        return new Started(numbered, process, out, err);
    }

    private Map<String, String> environment() {
        return Map.of(
                MARK,
                directory.toString(),
                "SLUICE_POOL",
                pool().toString(),
                "TMPDIR",
                temporary().toString(),
                "XDG_STATE_HOME",
                directory.resolve("state").toString(),
                "XDG_CACHE_HOME",
                directory.resolve("cache").toString(),
                "JAVA_TOOL_OPTIONS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=" + temporary());
    }

    /**
     * A process that this campaign started itself.
     *
     * @param name of its output files
     */
    record Started(String name, Process process, Path out, Path err) {
        String printed() {
            return text(out);
        }

        String complained() {
            return text(err);
        }
    }

    /** The text of a file; empty if it is missing. Any byte is a character. */
    static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files of these processes that nobody will delete any more. */
    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(temporary())) {
            return files.filter(file -> !file.equals(temporary())).toList();
        }
    }

    /** Files that contain what processes print, or log. */
    private List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*(\\.err|\\.out|\\.log|/log|/output)"))
                    .toList();
        }
    }

    /** Files that are left behind, and internal errors in logs. */
    List<String> traces() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : leftovers()) {
            found.add("temporary file left: " + directory.relativize(file));
        }
        for (Path log : logs()) {
            text(log)
                    .lines()
                    .filter(line -> INTERNAL.matcher(line).find()
                            && !SAID_BY_HOSTILE.matcher(line).find())
                    .limit(3)
                    .forEach(line -> found.add(directory.relativize(log) + ": " + line));
        }
        return found;
    }

    /** Tells whether a master has accepted a result so long before its end that it must be in the journal. */
    boolean hasCommitted() {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (String line : text(ledger().resolve("master")).lines().toList()) {
            String[] words = line.split(" ");
            long millis = Long.parseLong(words[1]);
            last = Math.max(last, millis);
            if (words[2].equals(Event.ACCEPTED.name()) || words[2].equals(Event.TOTAL.name())) {
                first = Math.min(first, millis);
            }
        }
        return first < last - LedgerJudge.COMMIT_MILLIS;
    }

    /** Deletes what a master has left of a run that never began. */
    void deleteRun() throws IOException {
        if (Files.exists(runDirectory())) {
            delete(runDirectory());
        }
    }

    void delete() throws IOException {
        delete(directory);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
