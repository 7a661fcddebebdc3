package dev.sluice.cli.runs;

import dev.sluice.insight.history.RunIndex;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The directories of this user's runs, for commands of other packages that take a run. */
public final class RunPlaces {
    private RunPlaces() {}

    /**
     * The directory of the run that a user names.
     *
     * @param name an id, the beginning of one, or a directory; null: the newest run
     * @param err told which of several runs it is
     */
    public static Path directory(@Nullable String name, PrintWriter err) {
        Instant now = Instant.now();
        return KnownRuns.read(RunIndex.ofUser(), now).named(name, now, err).directory();
    }
}
