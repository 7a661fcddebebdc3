package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.model.pool.GainCurve;
import dev.sluice.model.pool.PoolRun;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.session.Session;
import org.jspecify.annotations.Nullable;

/** One run that wants workers of a pool. Confined to the pool's loop. */
final class JoinedRun {
    final RunId id;
    PoolJoin terms;
    PoolNeeds needs = PoolNeeds.UNKNOWN;
    int grantedSlots = -1;
    /** When its session was lost [ns]. */
    long lostNanos;

    /** Null while its master is away. */
    @Nullable
    Session session;

    JoinedRun(PoolJoin terms, Session session) {
        this.id = terms.run();
        this.terms = terms;
        this.session = session;
    }

    /**
     * Describes the run for the division. A run gets nothing before its first cycle, and then one worker for all its
     * slots.
     */
    PoolRun view() {
        int least = Math.min(terms.leastSlots(), terms.mostSlots());
        return new PoolRun(
                id.text(),
                terms.weight(),
                terms.priority(),
                new PoolRun.Limits(least, terms.mostSlots()),
                needs.unitsLeft() + needs.unitsRunning(),
                needs.moreCome(),
                needs.usefulSlots() == 0
                        ? GainCurve.LINEAR
                        : GainCurve.upTo(Math.max(needs.usefulSlots(), needs.neededSlots())),
                needs.unitNanos());
    }

    /** A run that keeps what it holds: its master is away, and may come back. */
    static PoolRun away(String id, int held) {
        return new PoolRun(id, 1, 0, new PoolRun.Limits(held, held), held, true, GainCurve.LINEAR, 0);
    }
}
