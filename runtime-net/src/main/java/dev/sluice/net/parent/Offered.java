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
 * Large results that are ready and wait until the master lets them come. They are named anew in each session. Guarded
 * by the lock of its owner.
 */
final class Offered {
    private final Map<Long, Outgoing> waiting = new LinkedHashMap<>();
    /** Names under which there is nothing any more, while the master has not let it come. */
    private final Set<Long> dropped = new HashSet<>();

    private long newest;

    /** Offers it; without a session it will be when there is one. */
    void offer(Outgoing what, @Nullable Session session, boolean urgent) {
        waiting.put(++newest, what);
        if (session != null) {
            session.send(new Offer(newest, what.bytes(), urgent));
        }
    }

    /** What was offered under this name, no longer waiting; null when it is not wanted any more. */
    @Nullable
    Outgoing granted(long offer) {
        return waiting.remove(offer);
    }

    /** A new session: all of it is offered again, under new names. */
    void offerAgain(Session session, boolean urgent) {
        List<Outgoing> all = new ArrayList<>(waiting.values());
        waiting.clear();
        dropped.clear();
        newest = 0;
        all.forEach(what -> offer(what, session, urgent));
    }

    /** Whether what was offered under this name was dropped; not so when it is asked again. */
    boolean wasDropped(long offer) {
        return dropped.remove(offer);
    }

    /** Takes out what fits; the master does not know. */
    List<Outgoing> drop(Predicate<Outgoing> fits) {
        waiting.forEach((offer, what) -> {
            if (fits.test(what)) {
                dropped.add(offer);
            }
        });
        return remove(fits);
    }

    /** Takes out what fits; the master expects none of it. */
    List<Outgoing> remove(Predicate<Outgoing> fits) {
        List<Outgoing> removed = waiting.values().stream().filter(fits).toList();
        waiting.values().removeAll(removed);
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
