package dev.sluice.master;

import dev.sluice.net.session.SessionCounters;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts messages and bytes with application data. Sent inputs are counted on the application thread, the rest on the
 * loop.
 */
public final class Traffic {
    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong messagesReceived = new AtomicLong();
    private long bytesReceived;
    private long setups;
    private long setupBytes;

    /**
     * Messages and bytes that the master sent and received, by module. A message counts for the module of its payload.
     *
     * @param application setups, inputs and results
     * @param scheduler assignments and messages about results: headers, acknowledgements, grants
     * @param other registrations, heartbeats, jars, farewells
     */
    public record Modules(SessionCounters application, SessionCounters scheduler, SessionCounters other) {}

    /** Counts a sent setup. On the loop. */
    void setup(long bytes) {
        sent(bytes);
        setups++;
        setupBytes += bytes;
    }

    /** Counts sent inputs. Any thread. */
    void sent(long bytes) {
        messagesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
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

    /** Bytes of all results that were received. On the loop. */
    public long bytesReceived() {
        return bytesReceived;
    }

    /** Bytes of all inputs that were sent, without setups. On the loop. */
    public long inputBytes() {
        return Math.max(0, bytesSent.get() - setupBytes);
    }

    /** Mean size of a setup [bytes]; 0 if none was sent. On the loop. */
    public double meanSetupBytes() {
        return setups == 0 ? 0 : (double) setupBytes / setups;
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
