package dev.sluice.worker.slot;

import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.net.session.Loop;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends batches whose slot is busy with a unit that takes longer than forecast. Armed by slots, runs on the loop, and
 * only while a batch waits: a worker without results, or with long units, has no timer.
 */
public final class FlushTimer implements Runnable {
    private final Loop loop;
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile List<Slot> slots = List.of();

    public FlushTimer(Loop loop) {
        this.loop = loop;
    }

    void watch(List<Slot> all) {
        slots = List.copyOf(all);
    }

    long nanoTime() {
        return loop.nanoTime();
    }

    /** Arms the timer, because a batch waits; any thread. */
    void arm() {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            loop.schedule(ResultBatching.DEADLINE_NANOS, this);
        }
    }

    /** Sends all waiting batches, regardless of age. On the loop. */
    public void flushAll() {
        long now = loop.nanoTime();
        slots.forEach(slot -> slot.batcher().flushOlder(now, Long.MIN_VALUE));
    }

    /** Runs on the loop. Disarms first, so that a batch which begins to wait during the run is not forgotten. */
    @Override
    public void run() {
        armed.set(false);
        long now = loop.nanoTime();
        long oldest = 0;
        boolean waiting = false;
        for (Slot slot : slots) {
            long age = slot.batcher().flushOlder(now, ResultBatching.PATIENCE_NANOS);
            if (age >= 0) {
                waiting = true;
                oldest = Math.max(oldest, age);
            }
        }
        if (waiting && armed.compareAndSet(false, true)) {
            loop.schedule(ResultBatching.lookAgainNanos(oldest), this);
        }
    }
}
