package dev.sluice.worker.queue;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.payload.Payload;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.InputCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Units [next, end) of one attempt run with their inputs, which no slot has taken yet. Guarded by the lock of
 * {@link WorkQueue}.
 */
public final class QueuedRange {
    /**
     * The inputs of a range: {@code bytes} are owned by the range, {@code cursor} stands at the input of its first
     * unit.
     */
    public record Inputs(Payload bytes, InputCursor cursor) {}

    final CycleWork cycle;
    final AttemptRun run;
    final Payload inputs;
    final InputCursor cursor;
    long next;
    long end;

    public QueuedRange(CycleWork cycle, AttemptRun run, long next, long end, Inputs inputs) {
        this.cycle = cycle;
        this.run = run;
        this.next = next;
        this.end = end;
        this.inputs = inputs.bytes();
        this.cursor = inputs.cursor();
    }

    long units() {
        return end - next;
    }

    /** Tells whether the range contains some of these units. */
    boolean overlaps(HeldUnits units) {
        return units.nonce() == run.nonce() && units.firstUnit() < end && units.endUnit() > next;
    }

    /**
     * The parts of this range outside the named units: none, one or two ranges with their own reference to the inputs.
     * Ends this range.
     */
    List<QueuedRange> without(HeldUnits units) {
        List<QueuedRange> rest = new ArrayList<>(2);
        if (next < units.firstUnit()) {
            rest.add(new QueuedRange(cycle, run, next, units.firstUnit(), new Inputs(inputs.retain(), cursor.copy())));
        }
        if (units.endUnit() < end) {
            InputCursor behind = cursor.copy();
            behind.skip(units.endUnit() - next);
            rest.add(new QueuedRange(cycle, run, units.endUnit(), end, new Inputs(inputs.retain(), behind)));
        }
        inputs.release();
        return rest;
    }

    /** Cuts off the last {@code units} units and returns them. */
    HeldUnits cutTail(long units) {
        end -= units;
        return new HeldUnits(run.attemptOf(end), run.nonce(), end, units);
    }
}
