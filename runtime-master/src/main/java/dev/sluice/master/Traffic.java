package dev.sluice.master;

import dev.sluice.net.session.SessionCounters;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages and bytes that carried the application's data. Sent inputs are counted on the application thread, the rest
 * on the loop.
 */
public final class Traffic {
    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong messagesReceived = new AtomicLong();
    private long bytesReceived;

    /**
     * What the master sent and received, by module. A message is counted with its payload's module.
     *
     * @param application setups, inputs and results
     * @param scheduler assignments and what is said of results: headers, acknowledgements, grants
     * @param other registrations, heartbeats, jars, farewells
     */
    public record Modules(SessionCounters application, SessionCounters scheduler, SessionCounters other) {}

    /** Setup or inputs went out. Any thread. */
    void sent(long bytes) {
        messagesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
    }

    /** Results came in. Loop. */
    void received(long bytes) {
        messagesReceived.incrementAndGet();
        bytesReceived += bytes;
    }

    /** Messages with results. Any thread. */
    public long messagesReceived() {
        return messagesReceived.get();
    }

    /** Loop. */
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
