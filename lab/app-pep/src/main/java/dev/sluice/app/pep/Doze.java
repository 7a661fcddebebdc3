package dev.sluice.app.pep;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/**
 * Sleeps as long as work would take on a host with a quota of processor time. Sleeping units need no processor, so a
 * quota alone does not slow them. Any thread.
 */
final class Doze {
    /** The time after which a changed quota counts [ns]. */
    private static final long SLICE_NANOS = 50_000_000;

    private final DoubleSupplier processors;
    /** Units that sleep now, and share the quota. */
    private final AtomicInteger sleeping = new AtomicInteger();

    /** @param processors that the host may use now */
    Doze(DoubleSupplier processors) {
        this.processors = processors;
    }

    /**
     * Sleeps until a processor of the host would have done this much work.
     *
     * @param startNanos when the unit began, by {@link System#nanoTime}
     * @param workNanos time of the unit on a processor of its own [ns]
     */
    void sleep(long startNanos, long workNanos) throws InterruptedException {
        sleeping.incrementAndGet();
        try {
            double left = workNanos;
            long now = startNanos;
            while (left > 0) {
                double share = share(processors.getAsDouble(), sleeping.get());
                long needed = (long) Math.ceil(left / share);
                long slice = Math.min(SLICE_NANOS, needed);
                now += slice;
                Pause.until(now);
                left -= slice * share;
            }
        } finally {
            sleeping.decrementAndGet();
        }
    }

    /** The part of a processor that one of several equal units gets, above 0 and at most 1. */
    static double share(double processors, int units) {
        return Math.min(1, Math.max(processors / units, 1e-3));
    }
}
