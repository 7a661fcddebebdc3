package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.session.Session;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run that wants workers of a pool. Confined to the pool's loop. */
final class PoolRun {
    final RunId id;
    PoolJoin terms;
    PoolNeeds needs = PoolNeeds.UNKNOWN;
    int grantedSlots = -1;
    /** When its session was lost [ns]. */
    long lostNanos;

    /** Null while its master is away. */
    @Nullable
    Session session;

    PoolRun(PoolJoin terms, Session session) {
        this.id = terms.run();
        this.terms = terms;
        this.session = session;
    }

    /** What the division is told. A run can use a slot for each unit that is left; before its first cycle, all. */
    Division.Run view(Map<String, Integer> held) {
        long units = needs.unitsLeft() + needs.unitsRunning();
        int most = units > 0 ? (int) Math.min(terms.mostSlots(), units) : terms.mostSlots();
        int useful = needs.usefulSlots() == 0 ? most : Math.min(most, needs.usefulSlots());
        return new Division.Run(
                id,
                terms.weight(),
                terms.priority(),
                Math.min(terms.leastSlots(), most),
                most,
                useful,
                needs.unitNanos(),
                held);
    }
}
