package dev.sluice.cli.fleet;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a pool's fleet follows the work. */
public final class FleetOptions {
    private static final double PERCENT = 100;
    private static final double MIN_GAIN = 1;
    private static final long IDLE_NANOS = 300_000_000_000L;

    @Option(
            names = "--min-gain",
            paramLabel = "PERCENT",
            description = "with --slurm min=A,max=B: do not grow when more tasks add less than PERCENT to the rate, as "
                    + "far as the runs' masters know it (default: 1)")
    private @Nullable Double minGain;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = "with --slurm min=A,max=B: return tasks that had no work for this time, such as 90s "
                    + "(default: 5m)")
    private @Nullable String idle;

    /**
     * Concludes the fleet; null where no option asks for one.
     *
     * @param slurm size of a fleet that Slurm starts; null for none
     * @param slurmWords options for sbatch
     * @param workers with the jar and the options of its JVM
     */
    public @Nullable FleetRequest request(@Nullable FleetRange slurm, List<String> slurmWords, WorkersToStart workers) {
        if (slurm == null) {
            refuseAlone("--min-gain", minGain);
            refuseAlone("--idle", idle);
            return null;
        }
        double gain = minGain == null ? MIN_GAIN : minGain;
        if (!(gain >= 0 && gain < PERCENT)) {
            throw new SluiceException(ErrorCode.USAGE, "--min-gain: " + gain + " (expected: 0 to below 100)");
        }
        return new FleetRequest(
                slurm,
                gain / PERCENT,
                idle == null ? IDLE_NANOS : (long) Quantity.DURATION.of("--idle", idle),
                slurmWords,
                workers.jar(),
                workers.java());
    }

    private static void refuseAlone(String option, @Nullable Object value) {
        if (value != null) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": without a fleet (expected: --slurm min=A,max=B with it)");
        }
    }
}
