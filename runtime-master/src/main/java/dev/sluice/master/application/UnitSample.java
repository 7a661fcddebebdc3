package dev.sluice.master.application;

import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.schedule.UnitRanges;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A run that computes a few units of the first cycle instead of all, evenly spaced, so many for each slot; and begins
 * when the workers that it waits for are there, so that each of them gets some. Its application is not told of the end:
 * neither {@code endCycle} nor {@code complete} is called. The application thread waits, the master loop tells.
 */
public final class UnitSample {
    /** Hosts that are not there by then are left out. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Nobody has joined for so long: the others will not. */
    private static final long LULL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long MOST_UNITS = 1_000_000;

    private final int unitsEach;
    private final int expectedSlots;
    private final CompletableFuture<Integer> joined = new CompletableFuture<>();
    private volatile int slots;
    private volatile long joinedNanos;

    /**
     * @param unitsEach for each slot
     * @param expectedSlots begins when so many are there
     */
    public UnitSample(int unitsEach, int expectedSlots) {
        this.unitsEach = unitsEach;
        this.expectedSlots = expectedSlots;
    }

    /** So many slots are there now. */
    public void joined(int count) {
        joinedNanos = System.nanoTime();
        slots = Math.max(slots, count);
        if (slots >= expectedSlots && slots > 0) {
            joined.complete(slots);
        }
    }

    /** The units of a cycle that are not in the sample; waits for the workers. */
    UnitRanges others(long units) {
        int there = Math.max(1, await());
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

    private int await() {
        long untilNanos = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            long now = System.nanoTime();
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
