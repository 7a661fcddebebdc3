package dev.sluice.master;

import dev.sluice.master.record.SentInputs;
import dev.sluice.master.weather.ArrivalCourse;
import dev.sluice.master.weather.SetupPace;
import dev.sluice.net.session.SessionCounters;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * Counts messages and bytes with application data. Sent inputs are counted on the application thread, the rest on the
 * loop.
 */
public final class Traffic {
    /** Inputs from this size on are passed on one by one. */
    private static final long LARGE_BYTES = 16 << 10;

    /** Sites whose arrivals are recorded. */
    private static final int MOST_SITES = 64;

    private record Large(WorkerEntry entry, long bytes) {}

    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final Queue<Large> large = new ConcurrentLinkedQueue<>();
    private final SentInputs inputs;
    private final Map<String, ArrivalCourse> courses = new HashMap<>();
    private final SetupPace pace = new SetupPace();
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

    /** Counts a setup that is sent to this worker. On the loop. */
    void setup(WorkerEntry entry, long bytes) {
        sent(entry, bytes);
        setups++;
        pace.sent();
        setupBytes += bytes;
    }

    /** Counts sent inputs. Any thread. */
    void sent(long bytes) {
        messagesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
    }

    /** @param clock monotonic [ns], of any thread */
    Traffic(LongSupplier clock) {
        this.inputs = new SentInputs(clock);
    }

    /** When inputs were sent, and their sizes. */
    SentInputs inputs() {
        return inputs;
    }

    /** Counts sent inputs of a worker's units. Any thread. */
    void sent(Feed feed, long firstUnit, int units, long bytes) {
        inputs.sent(feed.connection.entry.id, feed.cycle, firstUnit, units, bytes);
        sent(feed.connection.entry, bytes);
    }

    /** Counts sent inputs or a setup of this worker. Any thread. */
    private void sent(WorkerEntry entry, long bytes) {
        sent(bytes);
        if (bytes >= LARGE_BYTES) {
            large.add(new Large(entry, bytes));
        }
    }

    /** The rate at which setups arrive. On the loop. */
    public SetupPace setupPace() {
        return pace;
    }

    /** Bytes of sent setups and inputs. Any thread. */
    public long bytesSent() {
        return bytesSent.get();
    }

    /** Passes on the large inputs that were sent since the last call. On the loop. */
    void takeLarge(ObjLongConsumer<WorkerEntry> taker) {
        for (Large next = large.poll(); next != null; next = large.poll()) {
            taker.accept(next.entry(), next.bytes());
        }
    }

    /** Counts results of a worker that have just arrived. On the loop. */
    void received(WorkerEntry entry, long bytes, long arrivingNanos, long startNanos, long nowNanos) {
        messagesReceived.incrementAndGet();
        bytesReceived += bytes;
        entry.arrivals.add(bytes, arrivingNanos, nowNanos);
        if (courses.size() < MOST_SITES || courses.containsKey(entry.site())) {
            courses.computeIfAbsent(entry.site(), unused -> new ArrivalCourse(startNanos))
                    .add(bytes, arrivingNanos, nowNanos);
        }
    }

    /** How much arrived from the workers of a site over the run; empty without results. On the loop. */
    public List<ArrivalCourse.Part> course(String site) {
        ArrivalCourse course = courses.get(site);
        return course == null ? List.of() : course.parts();
    }

    /** Messages with setups or inputs. Any thread. */
    public long messagesSent() {
        return messagesSent.get();
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
