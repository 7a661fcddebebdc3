package dev.sluice.cli.fleet;

import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.fleet.FleetTerms;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fleet that a pool shall have.
 *
 * @param range its least and greatest size
 * @param minGain least gain of a task for which it grows, relative to the rate
 * @param idleNanos tasks without work are returned after this time
 * @param slurmOptions for sbatch
 * @param jar of the workers as told; null: it is looked for
 * @param java options of the agents' JVM
 * @param launcher script that starts the tasks; null: Slurm does
 */
public record FleetRequest(
        FleetRange range,
        double minGain,
        long idleNanos,
        List<String> slurmOptions,
        @Nullable Path jar,
        List<String> java,
        @Nullable Path launcher) {
    public FleetRequest {
        slurmOptions = List.copyOf(slurmOptions);
        java = List.copyOf(java);
    }

    /** The terms of the model, whose unit of work is what one task computes at a time. */
    FleetTerms terms() {
        FleetTerms usual = FleetTerms.of(range.min(), range.max(), 1);
        return new FleetTerms(
                usual.min(),
                usual.max(),
                usual.slotsPerTask(),
                minGain,
                idleNanos,
                usual.holdNanos(),
                usual.mostRefused(),
                usual.mostFailed());
    }
}
