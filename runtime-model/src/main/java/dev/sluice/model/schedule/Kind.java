package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import org.jspecify.annotations.Nullable;

/** Units of the open cycle that need the same, which is not one slot. Confined to the scheduler. */
final class Kind {
    final Amounts needs;

    /** All units of the cycle with these needs. */
    final UnitRanges all = new UnitRanges();

    /** Those that no worker has. */
    final UnitRanges pool = new UnitRanges();

    /** The worker that keeps room for the next unit; null while none does. */
    @Nullable
    WorkerRecord reserved;

    /** Number of this reservation. */
    long order;

    /** True if a worker could compute such units, or the run was told that none can. */
    boolean judged;

    Kind(Amounts needs) {
        this.needs = needs;
    }
}
