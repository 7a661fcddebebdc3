package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** This user's runs on this machine: those of the index, and those below the working directory. */
final class KnownRuns {
    private static final int MOST = 10_000;
    private static final int SHOWN = 5;

    private final List<KnownRun> runs;

    private KnownRuns(List<KnownRun> runs) {
        this.runs = runs;
    }

    /** Reads all runs, and deletes addresses of pages of killed ones. An index that cannot be read counts as empty. */
    static KnownRuns read(RunIndex index, Instant now) {
        Map<Path, Path> directories = new LinkedHashMap<>();
        try {
            index.directories().forEach(each -> directories.putIfAbsent(real(each), each));
        } catch (IOException unreadable) {
            // the runs below the working directory are found without it
        }
        try {
            RunDirectory.latest(MOST).forEach(each -> directories.putIfAbsent(real(each), each.toAbsolutePath()));
        } catch (IOException unreadable) {
            // no run was made there
        }
        List<KnownRun> runs = new ArrayList<>();
        directories.values().forEach(each -> runs.add(KnownRun.read(each, now)));
        runs.forEach(StalePages::clean);
        runs.sort(Comparator.comparing(
                        (KnownRun run) -> run.started() == null ? Instant.EPOCH : run.started(),
                        Comparator.<Instant>naturalOrder())
                .reversed());
        return new KnownRuns(runs);
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException gone) {
            return directory.toAbsolutePath().normalize();
        }
    }

    /** All runs, the newest first. */
    List<KnownRun> all() {
        return runs;
    }

    /** The running runs, the newest first. */
    List<KnownRun> running() {
        return runs.stream().filter(KnownRun::isRunning).toList();
    }

    /**
     * The running run, where there is only one. Prints the table of several before it refuses them.
     *
     * @throws SluiceException RUN_OVER if no run is running, USAGE if several are
     */
    KnownRun onlyRunning(PrintWriter out) {
        List<KnownRun> running = running();
        if (running.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.RUN_OVER,
                    "run: no run is running (expected: a running run of this machine)",
                    "Start one, or see finished ones with 'sluice runs'.");
        }
        if (running.size() > 1) {
            out.print(RunsTable.of(running, Path.of("").toAbsolutePath()));
            out.flush();
            throw new SluiceException(
                    ErrorCode.USAGE, "run: missing (expected: one of the " + running.size() + " running runs)");
        }
        return running.get(0);
    }

    /** The run of this user that {@link #named} finds. */
    static KnownRun find(@Nullable String name, PrintWriter err) {
        Instant now = Instant.now();
        return read(RunIndex.ofUser(), now).named(name, now, err);
    }

    /**
     * The run that a user names. Of several whose ids begin so it is the running one, else the newest.
     *
     * @param name an id, the beginning of one, or a directory; null: the newest run
     * @param err told which of several runs it is
     */
    KnownRun named(@Nullable String name, Instant now, PrintWriter err) {
        if (name == null) {
            return runs.stream()
                    .findFirst()
                    .orElseThrow(() -> new SluiceException(
                            ErrorCode.FILE_NOT_FOUND,
                            "run: there is none yet (expected: a run, or its directory)",
                            "Start one: 'sluice run APP'."));
        }
        List<KnownRun> same =
                runs.stream().filter(run -> run.run().equals(name)).toList();
        if (!same.isEmpty()) {
            return same.get(0);
        }
        List<KnownRun> begun =
                runs.stream().filter(run -> run.run().startsWith(name)).toList();
        Path directory = directory(name);
        if (directory != null && (begun.isEmpty() || Files.exists(directory.resolve("run.json")))) {
            return KnownRun.read(directory, now);
        }
        if (begun.isEmpty()) {
            throw unknown(name);
        }
        List<KnownRun> running = begun.stream().filter(KnownRun::isRunning).toList();
        if (running.size() > 1) {
            throw ambiguous(name, running);
        }
        KnownRun chosen = running.isEmpty() ? begun.get(0) : running.get(0);
        if (begun.size() > 1) {
            err.println("sluice: run " + Columns.printable(chosen.run()) + ", the "
                    + (running.isEmpty() ? "newest" : "running one") + " of " + begun.size()
                    + " whose ids begin with " + Columns.printable(name));
            err.flush();
        }
        return chosen;
    }

    private static @Nullable Path directory(String name) {
        try {
            Path path = Path.of(name);
            boolean below = Files.isRegularFile(path) && path.endsWith("run.json");
            Path directory = below ? path.toAbsolutePath().getParent() : path;
            return directory != null && Files.isDirectory(directory) ? directory : null;
        } catch (InvalidPathException wrong) {
            return null;
        }
    }

    private SluiceException unknown(String name) {
        List<String> ids =
                runs.stream().map(run -> Columns.printable(run.run())).toList();
        return new SluiceException(
                ErrorCode.FILE_NOT_FOUND,
                "run: " + name + ": no such run (expected: an id, its beginning, or a directory; 'sluice runs' lists"
                        + " them" + Nearest.hint(name, ids) + ")");
    }

    private static SluiceException ambiguous(String name, List<KnownRun> begun) {
        List<String> ids = begun.stream()
                .limit(SHOWN)
                .map(run -> Columns.printable(run.run()))
                .toList();
        return new SluiceException(
                ErrorCode.USAGE,
                "run: " + name + ": begins the ids of " + begun.size() + " running runs (expected: one of "
                        + String.join(", ", ids) + (begun.size() > SHOWN ? ", …" : "") + ")");
    }
}
