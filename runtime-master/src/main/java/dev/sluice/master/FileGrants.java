package dev.sluice.master;

import dev.sluice.net.message.Offer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Results that will lie in files, for memory is not to hold them: each is let come, in the order of the offers, when
 * the disk budget has room for it beside those that are on the way or not accepted yet; one alone always is, and then
 * fails the run if it does not fit. Confined to the master loop, but for {@link #accepted}.
 */
final class FileGrants {
    /** An offer of one session. */
    record Offered(WorkerConnection connection, Offer offer) {}

    private final long mostBytes;
    private final Deque<Offered> waiting = new ArrayDeque<>();
    private final Map<WorkerConnection, Map<Long, Long>> onTheWay = new HashMap<>();
    private final AtomicLong openBytes = new AtomicLong();

    /** @param mostBytes of results in files */
    FileGrants(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void offered(WorkerConnection connection, Offer offer) {
        waiting.addLast(new Offered(connection, offer));
    }

    /** The next one that may come; from here on it has its room. Null when there is none now. */
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

    /** Whether this one has its room here, on the way. */
    boolean has(WorkerConnection connection, long offer) {
        return onTheWay.getOrDefault(connection, Map.of()).containsKey(offer);
    }

    /** It is here, and keeps its room, of so many bytes, until that is {@link #accepted}. */
    long arrived(WorkerConnection connection, long offer) {
        Map<Long, Long> ofSeat = onTheWay.getOrDefault(connection, new HashMap<>());
        Long bytes = ofSeat.remove(offer);
        if (ofSeat.isEmpty()) {
            onTheWay.remove(connection);
        }
        return bytes == null ? 0 : bytes;
    }

    /** The application has taken one of so many bytes. Any thread. */
    void accepted(long bytes) {
        openBytes.addAndGet(-bytes);
    }

    /** Nothing more of what this session offered will come. */
    void gone(WorkerConnection connection) {
        waiting.removeIf(offered -> offered.connection() == connection);
        Map<Long, Long> ofSeat = onTheWay.remove(connection);
        if (ofSeat != null) {
            ofSeat.values().forEach(this::accepted);
        }
    }
}
