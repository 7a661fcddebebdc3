package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Finds workers whose lease ran out. Time during which this process stood still does not count. Confined to the
 * scheduler.
 */
final class Leases {
    /**
     * A tick that arrives later than this after the last one shows that this process was stopped, not that every worker
     * fell silent [ns].
     */
    private static final long LATE_TICK_NANOS = 2_000_000_000L;

    private final long leaseNanos;
    private long lastTickNanos;
    private boolean ticked;

    Leases(long leaseNanos) {
        this.leaseNanos = leaseNanos;
    }

    /** How long this process stood still before the tick at {@code nowNanos}; 0 when that comes in time [ns]. */
    long stoodStillNanos(long nowNanos) {
        long gapNanos = ticked ? nowNanos - lastTickNanos : 0;
        return gapNanos > LATE_TICK_NANOS ? gapNanos : 0;
    }

    /**
     * The workers whose lease ran out. After a late tick the list is empty, and each worker keeps the remainder of its
     * lease.
     */
    List<WorkerRecord> expired(long nowNanos, Collection<WorkerRecord> workers) {
        long gapNanos = stoodStillNanos(nowNanos);
        lastTickNanos = nowNanos;
        ticked = true;
        List<WorkerRecord> expired = new ArrayList<>();
        for (WorkerRecord worker : workers) {
            long silentNanos = nowNanos - worker.heardNanos;
            if (gapNanos > 0) {
                // A worker heard after the standstill is credited only for the time since then.
                worker.heardNanos += Math.min(silentNanos, gapNanos);
            } else if (silentNanos > leaseNanos) {
                expired.add(worker);
            }
        }
        return expired;
    }
}
