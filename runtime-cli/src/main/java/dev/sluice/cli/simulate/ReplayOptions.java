package dev.sluice.cli.simulate;

import dev.sluice.cli.runs.RunPlaces;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The run that a simulation replays. */
final class ReplayOptions {
    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "replay a finished run, by its id or directory, with its units, hosts and network as "
                    + "measured; other options change it")
    private @Nullable String run;

    @Option(
            names = "--anyway",
            description = "with --run: exit with 0 although the replayed time differs by more than 20 %%")
    private boolean anyway;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "compare policies from this time on, such as 20s: until then the run goes as it did (default: "
                            + "all)")
    private @Nullable String from;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ReplayOptions() {}

    /**
     * The directory; null: no run is replayed.
     *
     * @param err told which of several runs it is
     * @throws SluiceException if there is no such run
     */
    @Nullable
    Path run(PrintWriter err) {
        return run == null ? null : RunPlaces.directory(run, err);
    }

    /** The time from which policies are compared [s]; null: from the beginning. */
    @Nullable
    Double from() {
        if (from == null) {
            return null;
        }
        try {
            return Quantity.TIME.parse(from);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--from: " + from + " (expected: a time such as 20s)", wrong);
        }
    }

    boolean anyway() {
        return anyway;
    }
}
