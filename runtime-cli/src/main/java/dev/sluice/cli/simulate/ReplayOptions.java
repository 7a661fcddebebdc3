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
            description = "replay a finished run, by its id, the beginning of one, or its directory: its units, hosts "
                    + "and network as measured; other options then change the run")
    private @Nullable String run;

    @Option(
            names = "--anyway",
            description = "with --run: exit with 0 although the replayed time differs by more than 20 %%")
    private boolean anyway;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "change the policy after this time only, such as 20s: the run goes until then as it would,"
                    + " and its rest is simulated under each --policy (default: all)")
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
