package dev.sluice.worker.queue;

import dev.sluice.api.Decoder;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.payload.Payload;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.InputCursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The units of one range that one slot has taken together. Each slot has one instance and fills it again and again. The
 * slot starts units from the front without a lock. Under the lock of {@link WorkQueue} any thread may cut off units
 * that are not started, so that one endless unit delays no other. All fields except {@link #bounds} change under that
 * lock only.
 */
public final class SlotUnits {
    private static final VarHandle BOUNDS;

    static {
        try {
            BOUNDS = MethodHandles.lookup().findVarHandle(SlotUnits.class, "bounds", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Runnable wake;
    private final int slot;
    private @Nullable CycleWork cycle;
    private @Nullable AttemptRun run;
    private @Nullable Payload inputs;
    private @Nullable InputCursor start;
    private @Nullable Decoder decoder;
    /** Slots that these units occupy, one of them at a time. Under the lock of the queue. */
    int occupied;

    private long firstUnit;
    private long takenAtNanos;
    /** Offsets from {@link #firstUnit}: units [high half, low half) are not started. */
    @SuppressWarnings("UnusedVariable")
    private volatile long bounds;

    /** Set by the queue to wake the slot; cleared by the slot. */
    volatile boolean signalled;

    /** @param slot from 0 */
    public SlotUnits(int slot, Thread thread) {
        this.slot = slot;
        this.wake = () -> LockSupport.unpark(thread);
    }

    int slot() {
        return slot;
    }

    /** Sets the step to run, under no lock, when there may be units: the slot has no thread of its own. */
    public void wakeBy(Runnable step) {
        wake = step;
    }

    /** Ends the slot's wait for units. */
    void wake() {
        wake.run();
    }

    /** Takes units from the front of a range. Under the queue's lock; this must be empty. */
    void take(QueuedRange range, int units, long nowNanos) {
        cycle = range.cycle;
        run = range.run;
        inputs = range.inputs.retain();
        start = range.cursor.copy();
        decoder = start.decoder();
        firstUnit = range.next;
        takenAtNanos = nowNanos;
        range.cursor.skip(units);
        range.next += units;
        bounds = units;
    }

    /** Starts the next unit and returns its index, or -1 when there is none left. Called by the slot only. */
    public long startNext() {
        for (; ; ) {
            long seen = bounds;
            long next = seen >>> 32;
            if (next >= (int) seen) {
                return -1;
            }
            if (BOUNDS.compareAndSet(this, seen, seen + (1L << 32))) {
                return firstUnit + next;
            }
        }
    }

    /** Number of units not started; may be stale when it is read. */
    public int unstarted() {
        long seen = bounds;
        return (int) Math.max(0, (int) seen - (seen >>> 32));
    }

    /** Tells whether these units wait because another takes longer than forecast. */
    boolean stalled(long nowNanos, long patienceNanos) {
        return nowNanos - takenAtNanos > patienceNanos && unstarted() > 0;
    }

    /**
     * Cuts off the units that are not started, as a range of its own; null if all are started. Under the queue's lock.
     */
    @Nullable
    QueuedRange cut() {
        for (; ; ) {
            long seen = bounds;
            long next = seen >>> 32;
            int end = (int) seen;
            if (next >= end || cycle == null || run == null || inputs == null || start == null) {
                return null;
            }
            if (BOUNDS.compareAndSet(this, seen, next << 32 | next)) {
                InputCursor cursor = start.copy();
                cursor.skip(next);
                return new QueuedRange(
                        cycle, run, firstUnit + next, firstUnit + end, new QueuedRange.Inputs(inputs.retain(), cursor));
            }
        }
    }

    /** Releases the inputs. Under the queue's lock, by the slot, when it starts no more of these units. */
    void clear() {
        if (inputs != null) {
            inputs.release();
        }
        cycle = null;
        run = null;
        inputs = null;
        start = null;
        decoder = null;
        bounds = 0;
    }

    /** The slot's reader of the inputs, positioned at the unit started last. */
    public Decoder decoder() {
        return filled(decoder);
    }

    public CycleWork cycle() {
        return filled(cycle);
    }

    public AttemptRun run() {
        return filled(run);
    }

    private static <T> T filled(@Nullable T field) {
        if (field == null) {
            throw new IllegalStateException("empty claim (expected: units taken)");
        }
        return field;
    }
}
