package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.delivery.InputBatch;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.List;

/** Sends units with their inputs to the workers of one master, as the master's {@code Feeder}. Confined to its run. */
final class FeedModel {
    private final RunContext context;
    private final MasterModel master;

    /** True if the master is a sub-master, which has the inputs as they came. */
    private final boolean below;

    private long assignments;

    FeedModel(RunContext context, MasterModel master, boolean below) {
        this.context = context;
        this.master = master;
        this.below = below;
    }

    /** Number of messages with units. */
    long assignments() {
        return assignments;
    }

    /** Sends assigned units, as far as there is room. */
    void assign(Action.Assign assign) {
        SeatModel seat = context.seat(assign.worker());
        if (!seat.open) {
            return;
        }
        long now = context.nowNanos();
        AttemptRun of = assign.run();
        Lull lull = seat.endLull(now);
        long next = of.firstUnit();
        while (next < of.endUnit() && seat.waiting.isEmpty() && seat.hasRoom()) {
            next = sendUnits(seat, of, next, of.endUnit(), lull, now);
        }
        if (next < of.endUnit()) {
            FeedTask rest = new FeedTask(of, now, lull);
            rest.sentUpTo(next);
            seat.waiting.add(rest);
        }
    }

    /**
     * Continues with units that were assigned before the simulation began. Returns one past the last that the worker
     * has; the others wait for room.
     */
    long had(SeatModel seat, AttemptRun of, long first, long end) {
        long next = first;
        while (next < end && seat.waiting.isEmpty() && seat.hasRoom()) {
            seat.sent(1, inputBytes(next));
            next++;
        }
        if (next < end) {
            seat.waiting.add(FeedTask.part(of, context.nowNanos(), next, end));
        }
        return next;
    }

    /** Sends waiting units while there is room. */
    void pump(SeatModel seat) {
        while (!seat.waiting.isEmpty() && seat.hasRoom()) {
            FeedTask task = seat.waiting.first();
            long first = task.next();
            task.sentUpTo(sendUnits(seat, task.run(), first, task.end(), task.lullBefore(first), task.decidedNanos()));
            seat.waiting.removeSent();
        }
    }

    /** Sends the units that fit into one message. Returns the first unit that does not. */
    private long sendUnits(SeatModel seat, AttemptRun of, long first, long end, Lull lull, long decidedNanos) {
        long unit = first;
        long bytes = 0;
        do {
            bytes += inputBytes(unit);
            unit++;
        } while (unit < end && takesNext(unit - first, bytes, unit));
        seat.sent(unit - first, bytes);
        assignments++;
        Lull before = first == of.firstUnit() ? lull : Lull.NONE;
        send(seat, bytes, new Handed(master.cycle(), of, first, unit).decided(decidedNanos, before));
        return unit;
    }

    /** Hands out units whose inputs have so many bytes. */
    private void send(SeatModel seat, long bytes, Handed handed) {
        int message = master.loop.add(seat, Kind.UNITS, bytes, handed.cycle, handed);
        // A sub-master has the inputs as they came.
        double work = !below ? context.overheads().handOutNanos() * handed.units() : 0;
        long ready = master.application.handOut(work, bytes);
        context.leave(seat.down, message, Math.max(ready, master.loop.sends(message)));
    }

    private long inputBytes(long unit) {
        return context.workload().inputBytes(master.cycle(), unit)
                + context.overheads().unitBytes();
    }

    /**
     * True if the message takes the next unit. A sub-master knows the size of its input, because it has the inputs
     * encoded.
     */
    private boolean takesNext(long units, long bytes, long next) {
        return !below ? InputBatch.takesMore(units, bytes) : InputBatch.takes(units, bytes + inputBytes(next));
    }

    /**
     * Takes units back from the tail: first those not sent, then, by a request, those that the worker has not started.
     */
    void takeBack(SeatModel seat, long units) {
        List<HeldUnits> unsent = seat.waiting.takeBack(units);
        if (!unsent.isEmpty()) {
            master.apply(new Event.UnitsHandedBack(seat.id, master.cycle(), unsent));
        }
        long left = units - HeldUnits.sum(unsent);
        if (left > 0) {
            master.loop.send(seat, Kind.REVOKE, 0, left, null);
        }
    }
}
