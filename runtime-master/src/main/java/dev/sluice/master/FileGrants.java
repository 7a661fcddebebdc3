package dev.sluice.master;

import dev.sluice.net.message.Offer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Admits results that are too large for the memory and go to files, in the order of their offers, when the disk budget
 * has room for them. The budget counts results that are in transit or not accepted yet. A single result is always
 * admitted, and fails the run if it does not fit. Confined to the master loop, except {@link #accepted}.
 */
final class FileGrants {
    /** An offer of one session. */
    record Offered(WorkerConnection connection, Offer offer) {}

    private final long mostBytes;
    private final Deque<Offered> waiting = new ArrayDeque<>();
    private final Map<WorkerConnection, Map<Long, Long>> onTheWay = new HashMap<>();
    private final AtomicLong openBytes = new AtomicLong();

    /** @param mostBytes limit of results in files [bytes] */
    FileGrants(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void offered(WorkerConnection connection, Offer offer) {
        waiting.addLast(new Offered(connection, offer));
    }

    /** The next offer to grant; its room is reserved from here on. Null when none can be granted now. */
    @Nullable
    Offered next() {
        Offered first = waiting.peekFirst();
        if (first == null) {
            return null;
        }
        long bytes = first.offer().bytes();
        long open = openBytes.get();
        if (open > 0 && bytes > mostBytes - open) {
            return null;
        }
        waiting.removeFirst();
        openBytes.addAndGet(bytes);
        onTheWay.computeIfAbsent(first.connection(), connection -> new HashMap<>())
                .put(first.offer().offer(), bytes);
        return first;
    }

    /** Tells whether this offer has reserved room and is in transit. */
    boolean has(WorkerConnection connection, long offer) {
        return onTheWay.getOrDefault(connection, Map.of()).containsKey(offer);
    }

    /** Records that the result arrived. It keeps its room, the returned number of bytes, until {@link #accepted}. */
    long arrived(WorkerConnection connection, long offer) {
        Map<Long, Long> ofSeat = onTheWay.getOrDefault(connection, new HashMap<>());
        Long bytes = ofSeat.remove(offer);
        if (ofSeat.isEmpty()) {
            onTheWay.remove(connection);
        }
        return bytes == null ? 0 : bytes;
    }

    /** Records that the application accepted a result of this size [bytes]. Any thread. */
    void accepted(long bytes) {
        openBytes.addAndGet(-bytes);
    }

    /** Forgets the offers of a session that ended. */
    void gone(WorkerConnection connection) {
        waiting.removeIf(offered -> offered.connection() == connection);
        Map<Long, Long> ofSeat = onTheWay.remove(connection);
        if (ofSeat != null) {
            ofSeat.values().forEach(this::accepted);
        }
    }
}
