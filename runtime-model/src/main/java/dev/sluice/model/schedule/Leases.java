package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Who was silent for too long, not counting the time in which this process stood still. Confined to the scheduler. */
final class Leases {
    /**
     * A tick that comes later than this after the last one says that this process was stopped, not that every worker
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

    /** The workers whose lease has run out; after a late tick none, and what is left of each lease stays. */
    List<WorkerRecord> expired(long nowNanos, Collection<WorkerRecord> workers) {
        long gapNanos = stoodStillNanos(nowNanos);
        lastTickNanos = nowNanos;
        ticked = true;
        List<WorkerRecord> expired = new ArrayList<>();
        for (WorkerRecord worker : workers) {
            long silentNanos = nowNanos - worker.heardNanos;
            if (gapNanos > 0) {
                // Who was heard since this process woke is not owed the time before.
                worker.heardNanos += Math.min(silentNanos, gapNanos);
            } else if (silentNanos > leaseNanos) {
                expired.add(worker);
            }
        }
        return expired;
    }
}
