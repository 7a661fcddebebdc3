package dev.sluice.cli.fleet;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a pool's fleet follows the work. */
public final class FleetOptions {
    private static final double PERCENT = 100;
    private static final double MIN_GAIN = 1;
    private static final long IDLE_NANOS = 300_000_000_000L;

    @Option(
            names = "--launcher",
            paramLabel = "SCRIPT",
            description = "start agents by this script, as many as the work needs; with --fleet. See docs/queues.md")
    private @Nullable Path launcher;

    @Option(
            names = "--fleet",
            paramLabel = "min=A,max=B[,slots=S]",
            description = "with --launcher: least and greatest number of agents, and the slots of each")
    private @Nullable String range;

    @Option(
            names = "--min-gain",
            paramLabel = "PERCENT",
            description = "with a fleet: do not grow when more tasks add less than PERCENT to the rate of the runs "
                    + "(default: 1)")
    private @Nullable Double minGain;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = "with a fleet: return tasks that had no work for this time, such as 90s (default: 5m)")
    private @Nullable String idle;

    /**
     * Concludes the fleet; null where no option asks for one.
     *
     * @param slurm size of a fleet that Slurm starts; null for none
     * @param slurmWords options for sbatch
     * @param workers with the jar and the options of its JVM
     */
    public @Nullable FleetRequest request(@Nullable FleetRange slurm, List<String> slurmWords, WorkersToStart workers) {
        FleetRange asked = range(slurm);
        if (asked == null) {
            refuseAlone("--min-gain", minGain);
            refuseAlone("--idle", idle);
            return null;
        }
        double gain = minGain == null ? MIN_GAIN : minGain;
        if (!(gain >= 0 && gain < PERCENT)) {
            throw usage("--min-gain: " + gain + " (expected: 0 to below 100)");
        }
        return new FleetRequest(
                asked,
                gain / PERCENT,
                idle == null ? IDLE_NANOS : (long) Quantity.DURATION.of("--idle", idle),
                slurmWords,
                workers.jar(),
                workers.java(),
                launcher);
    }

    /** Returns the number of agents on this machine where no host is named: none beside a fleet. */
    public int agentsBeside(int usual) {
        return launcher == null ? usual : 0;
    }

    private @Nullable FleetRange range(@Nullable FleetRange slurm) {
        if (launcher == null) {
            if (range != null) {
                throw usage("--fleet: without a script (expected: --launcher SCRIPT with it)");
            }
            return slurm;
        }
        if (slurm != null) {
            throw usage("--launcher: with --slurm min=A,max=B (expected: one of the two)");
        }
        if (range == null) {
            throw usage("--launcher: without a size (expected: --fleet min=0,max=50 with it)");
        }
        return FleetRange.parse("--fleet", range);
    }

    private static SluiceException usage(String message) {
        return new SluiceException(ErrorCode.USAGE, message);
    }

    private static void refuseAlone(String option, @Nullable Object value) {
        if (value != null) {
            throw usage(option + ": without a fleet (expected: --slurm min=A,max=B or --launcher SCRIPT with it)");
        }
    }
}
