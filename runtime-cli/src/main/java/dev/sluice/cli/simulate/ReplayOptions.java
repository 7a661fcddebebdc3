package dev.sluice.cli.simulate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The run that a simulation replays. */
final class ReplayOptions {
    @Option(
            names = "--run",
            paramLabel = "DIR",
            description = "replay a finished run from its directory: its units, hosts and network as measured; other "
                    + "options then change the run")
    private @Nullable Path run;

    @Option(
            names = "--anyway",
            description = "with --run: exit with 0 although the replayed time differs by more than 20 %%")
    private boolean anyway;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ReplayOptions() {}

    /** The directory; null: no run is replayed. */
    @Nullable
    Path run() {
        return run;
    }

    boolean anyway() {
        return anyway;
    }
}
