package dev.sluice.master;

import dev.sluice.net.message.Offer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Admits results that are too large for the memory and go to files, in the order of their offers, when the disk budget
 * has room for them. The budget counts results that are in transit or not accepted yet. Each session has an equal share
 * of it, which a single result may exceed. A single result of all sessions is always admitted, and its session ends if
 * it does not fit. Confined to the master loop, except for the actions that {@link #arrived} returns.
 */
final class FileGrants {
    /** An offer of one session. */
    record Offered(WorkerConnection connection, Offer offer) {}

    /** The results of one session that were granted and not accepted. */
    static final class Share {
        private final AtomicLong openBytes = new AtomicLong();
        private final Map<Long, Long> onTheWay = new HashMap<>();
    }

    private final long mostBytes;
    private final Deque<Offered> waiting = new ArrayDeque<>();
    private final Map<WorkerConnection, Share> shares = new HashMap<>();
    private final AtomicLong openBytes = new AtomicLong();

    /** @param mostBytes limit of results in files [bytes] */
    FileGrants(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void offered(WorkerConnection connection, Offer offer) {
        waiting.addLast(new Offered(connection, offer));
    }

    /**
     * The next offer to grant; its room is reserved from here on. Null when none can be granted now.
     *
     * @param sessions that share the budget
     */
    @Nullable
    Offered next(int sessions) {
        long share = mostBytes / Math.max(1, sessions);
        for (Iterator<Offered> each = waiting.iterator(); each.hasNext(); ) {
            Offered next = each.next();
            long bytes = next.offer().bytes();
            Share of = shares.computeIfAbsent(next.connection(), connection -> new Share());
            long ofSession = of.openBytes.get();
            if (ofSession > 0 && bytes > share - ofSession) {
                continue; // the offers of others do not wait for it
            }
            long open = openBytes.get();
            if (open > 0 && bytes > mostBytes - open) {
                return null;
            }
            each.remove();
            openBytes.addAndGet(bytes);
            of.openBytes.addAndGet(bytes);
            of.onTheWay.put(next.offer().offer(), bytes);
            return next;
        }
        return null;
    }

    /** Tells whether this offer has reserved room and is in transit. */
    boolean has(WorkerConnection connection, long offer) {
        Share of = shares.get(connection);
        return of != null && of.onTheWay.containsKey(offer);
    }

    /** Records that the result arrived. It keeps its room until the returned action is run, on any thread. */
    Runnable arrived(WorkerConnection connection, long offer) {
        Share of = shares.get(connection);
        Long bytes = of == null ? null : of.onTheWay.remove(offer);
        return of == null || bytes == null ? () -> {} : () -> accepted(of, bytes);
    }

    private void accepted(Share of, long bytes) {
        of.openBytes.addAndGet(-bytes);
        openBytes.addAndGet(-bytes);
    }

    /** Forgets the offers of a session that were not granted, also those with room. The granted ones will arrive. */
    void withdrawn(WorkerConnection connection) {
        waiting.removeIf(offered -> offered.connection() == connection);
        Share of = shares.get(connection);
        if (of != null) {
            of.onTheWay.entrySet().removeIf(each -> {
                boolean granted = connection.account.grantedBytes(each.getKey()) >= 0;
                if (!granted) {
                    accepted(of, each.getValue());
                }
                return !granted;
            });
        }
    }

    /** Forgets a session that ended. What arrived of it keeps its room until it is accepted. */
    void gone(WorkerConnection connection) {
        withdrawn(connection);
        Share of = shares.remove(connection);
        if (of != null) {
            of.onTheWay.values().forEach(bytes -> accepted(of, bytes));
        }
    }
}
