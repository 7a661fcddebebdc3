package dev.sluice.net.parent;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Offer;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Large results that are ready and wait for the master's grant. They get new names in each session. Guarded by the lock
 * of its owner.
 */
final class Offered {
    private final Map<Long, Outgoing> waiting = new LinkedHashMap<>();
    /** Names of dropped offers that the master has not granted yet. */
    private final Set<Long> dropped = new HashSet<>();

    private long newest;

    /** Offers a result; without a session it is offered in the next one. */
    void offer(Outgoing what, @Nullable Session session, boolean urgent) {
        waiting.put(++newest, what);
        if (session != null) {
            session.send(new Offer(newest, what.bytes(), urgent));
        }
    }

    /** Removes and returns the offer with this name; null if it is no longer wanted. */
    @Nullable
    Outgoing granted(long offer) {
        return waiting.remove(offer);
    }

    /** Offers all waiting results again in a new session, under new names. */
    void offerAgain(Session session, boolean urgent) {
        List<Outgoing> all = new ArrayList<>(waiting.values());
        waiting.clear();
        dropped.clear();
        newest = 0;
        all.forEach(what -> offer(what, session, urgent));
    }

    /** Tells whether the offer with this name was dropped; forgets it. */
    boolean wasDropped(long offer) {
        return dropped.remove(offer);
    }

    /**
     * Removes and returns matching offers. The master may still expect them, even those of an ended cycle: an offer may
     * reach it after it has ended that cycle and forgotten all others.
     */
    List<Outgoing> drop(Predicate<Outgoing> fits) {
        List<Outgoing> removed = new ArrayList<>();
        waiting.entrySet().removeIf(entry -> {
            boolean drops = fits.test(entry.getValue());
            if (drops) {
                dropped.add(entry.getKey());
                removed.add(entry.getValue());
            }
            return drops;
        });
        return removed;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    List<ResultRun> runs() {
        List<ResultRun> runs = new ArrayList<>();
        waiting.values().forEach(what -> runs.addAll(what.runs()));
        return runs;
    }

    long units() {
        return runs().stream().mapToLong(ResultRun::units).sum();
    }
}
