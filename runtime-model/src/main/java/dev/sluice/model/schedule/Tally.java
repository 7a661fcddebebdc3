package dev.sluice.model.schedule;

import dev.sluice.model.ledger.Counters;
import dev.sluice.model.schedule.Action.DiscardReason;

/** Running counters of the scheduler. Confined to the scheduler. */
final class Tally {
    long accepted;
    long failed;
    long quarantined;
    long handedBack;
    long reassigned;
    long copies;
    long copiesWon;
    int workersJoined;
    int workersLost;
    final ResourceWatch resources = new ResourceWatch();
    final long[] discarded = new long[DiscardReason.values().length];

    Counters counters(long assigned) {
        return new Counters(
                assigned,
                accepted,
                discarded[DiscardReason.DUPLICATE.ordinal()],
                discarded[DiscardReason.UNKNOWN.ordinal()],
                discarded[DiscardReason.NOT_OWNER.ordinal()],
                discarded[DiscardReason.STALE.ordinal()],
                failed,
                quarantined,
                handedBack,
                reassigned,
                copies,
                copiesWon,
                workersJoined,
                workersLost);
    }

    /**
     * The knowledge that the scheduler's parts share: the cycles, the units, the workers and their hosts, and the
     * counters.
     */
    record Books(CycleCourse course, UnitLedger ledger, Roster roster, HostWatch watch, Tally tally) {}
}
