package dev.sluice.cli.runs;

import java.io.PrintWriter;
import java.nio.file.Path;
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
        return KnownRuns.find(name, err).directory();
    }
}
