package dev.sluice.master.application;

import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.schedule.UnitRanges;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Computes a sample of the first cycle's units instead of all: evenly spaced, a fixed number for each slot. It begins
 * when the expected workers have joined, so that each gets some. Its application does not learn of the end: neither
 * {@code endCycle} nor {@code complete} is called. The application thread waits, the master loop reports workers.
 */
public final class UnitSample {
    /** Time after which missing hosts are left out [ns]. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Time without a new worker after which no more are expected [ns]. */
    private static final long LULL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long MOST_UNITS = 1_000_000;

    private final int unitsEach;
    private final int expectedSlots;
    private final CompletableFuture<Integer> joined = new CompletableFuture<>();
    private volatile int slots;
    private volatile long joinedNanos;

    /**
     * @param unitsEach units for each slot
     * @param expectedSlots the sample begins when this many slots have joined
     */
    public UnitSample(int unitsEach, int expectedSlots) {
        this.unitsEach = unitsEach;
        this.expectedSlots = expectedSlots;
    }

    /** Records the number of slots that have joined. */
    public void joined(int count, long nowNanos) {
        joinedNanos = nowNanos;
        slots = Math.max(slots, count);
        if (slots >= expectedSlots && slots > 0) {
            joined.complete(slots);
        }
    }

    /**
     * The units of a cycle that are not in the sample; waits for the workers.
     *
     * @param clock of the master loop [ns]
     */
    UnitRanges others(long units, LongSupplier clock) {
        int there = Math.max(1, await(clock));
        UnitRanges others = new UnitRanges();
        long asked = Math.min(MOST_UNITS, (long) unitsEach * there);
        SampleIndices sample = SampleIndices.evenly(units, (int) Math.max(2, asked));
        long from = 0;
        for (int i = 0; i < sample.count(); i++) {
            others.add(from, sample.index(i));
            from = sample.index(i) + 1;
        }
        others.add(from, units);
        return others;
    }

    private int await(LongSupplier clock) {
        long untilNanos = clock.getAsLong() + PATIENCE_NANOS;
        while (true) {
            long now = clock.getAsLong();
            long left = slots == 0 ? untilNanos - now : Math.min(untilNanos, joinedNanos + LULL_NANOS) - now;
            if (left <= 0) {
                return slots;
            }
            try {
                return joined.get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException lull) {
                continue;
            } catch (ExecutionException impossible) {
                return slots;
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return slots;
            }
        }
    }
}
