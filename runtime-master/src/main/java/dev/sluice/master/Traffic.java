package dev.sluice.master;

import dev.sluice.net.session.SessionCounters;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;

/**
 * Counts messages and bytes with application data. Sent inputs are counted on the application thread, the rest on the
 * loop.
 */
public final class Traffic {
    /** Inputs from this size on are passed on one by one. */
    private static final long LARGE_BYTES = 16 << 10;

    private record Large(WorkerEntry entry, long bytes) {}

    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final Queue<Large> large = new ConcurrentLinkedQueue<>();
    private final AtomicLong messagesReceived = new AtomicLong();
    private long bytesReceived;

    /**
     * Messages and bytes that the master sent and received, by module. A message counts for the module of its payload.
     *
     * @param application setups, inputs and results
     * @param scheduler assignments and messages about results: headers, acknowledgements, grants
     * @param other registrations, heartbeats, jars, farewells
     */
    public record Modules(SessionCounters application, SessionCounters scheduler, SessionCounters other) {}

    /** Counts a sent setup or inputs. Any thread. */
    void sent(long bytes) {
        messagesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
    }

    /** Counts sent inputs of this worker. Any thread. */
    void sent(WorkerEntry entry, long bytes) {
        sent(bytes);
        if (bytes >= LARGE_BYTES) {
            large.add(new Large(entry, bytes));
        }
    }

    /** Bytes of sent setups and inputs. Any thread. */
    long bytesSent() {
        return bytesSent.get();
    }

    /** Passes on the large inputs that were sent since the last call. On the loop. */
    void takeLarge(ObjLongConsumer<WorkerEntry> taker) {
        for (Large next = large.poll(); next != null; next = large.poll()) {
            taker.accept(next.entry(), next.bytes());
        }
    }

    /** Counts received results. On the loop. */
    void received(long bytes) {
        messagesReceived.incrementAndGet();
        bytesReceived += bytes;
    }

    /** Messages with results. Any thread. */
    public long messagesReceived() {
        return messagesReceived.get();
    }

    /** The counts by module. On the loop. */
    public Modules modules(Collection<WorkerEntry> entries) {
        SessionCounters all = SessionCounters.ZERO;
        SessionCounters other = SessionCounters.ZERO;
        for (WorkerEntry entry : entries) {
            all = all.plus(entry.counters());
            other = other.plus(entry.housekeeping());
        }
        SessionCounters application =
                new SessionCounters(messagesSent.get(), bytesSent.get(), messagesReceived.get(), bytesReceived);
        return new Modules(application, all.minus(other).minus(application), other);
    }
}
