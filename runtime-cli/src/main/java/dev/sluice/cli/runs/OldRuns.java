package dev.sluice.cli.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes the directories of the oldest runs where nobody chose their place. */
public final class OldRuns {
    /** More directories than are kept, so that most runs delete nothing. */
    private static final int SURPLUS = 20;

    private OldRuns() {}

    /**
     * Keeps the directories of the newest runs and of running ones. A directory that cannot be deleted stays.
     *
     * @param runs directory of the directories
     */
    public static void delete(Path runs, int keep) {
        try (Stream<Path> entries = Files.list(runs)) {
            List<Path> all = entries.filter(Files::isDirectory).toList();
            if (all.size() <= keep + SURPLUS) {
                return;
            }
            Instant now = Instant.now();
            all.stream()
                    .map(directory -> KnownRun.read(directory, now))
                    .sorted(Comparator.comparing((KnownRun run) -> run.started() == null ? now : run.started())
                            .reversed())
                    .skip(keep)
                    .filter(run -> !run.isRunning() && run.state() != KnownRun.State.RUNNING_ELSEWHERE)
                    .forEach(run -> delete(run.directory()));
        } catch (IOException | UncheckedIOException unreadable) {
            // the next run tries again
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException | UncheckedIOException busy) {
            // another run may delete it too
        }
    }
}
