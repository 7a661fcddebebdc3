package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.InputBatch;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.event.ServerLog;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The master's application thread: a server that accepts results in the order of their arrival and prepares inputs
 * before that, as {@code ApplicationThread}. Confined to its run.
 */
final class ApplicationModel {
    private final RunContext context;
    private final GrantsModel grants;
    private final AcknowledgementsModel acknowledgements;
    private final Course course;
    private final ServerLog log = new ServerLog();

    /** Results that wait for their turn, or have it. */
    private final Deque<Returned> turns = new ArrayDeque<>();

    private long freeNanos;

    ApplicationModel(RunContext context, GrantsModel grants, AcknowledgementsModel acknowledgements, Course course) {
        this.context = context;
        this.grants = grants;
        this.acknowledgements = acknowledgements;
        this.course = course;
    }

    /** When all that it was given is done; {@link Long#MAX_VALUE} for never. */
    long freeNanos() {
        return freeNanos;
    }

    ServerLog log() {
        return log;
    }

    /**
     * Results have come, of which so many units count, for which the application needs so long.
     *
     * @param budgetBytes of the memory for large results, free when they are accepted
     */
    void accept(Returned what, long units, double workNanos, long budgetBytes) {
        long now = context.nowNanos();
        accepted();
        long start = Math.max(now, freeNanos);
        long end = start == Long.MAX_VALUE ? start : course.finish(start, workNanos);
        SeatModel seat = what.seat;
        what.budgetBytes = budgetBytes;
        what.arrivedNanos = now;
        what.acceptedNanos = end;
        freeNanos = end;
        if (end == now) {
            log.add(now, now, now, units);
            done(what);
            return;
        }
        turns.addLast(what);
        if (end != Long.MAX_VALUE) {
            log.add(now, start, end, units);
            context.timeline().accepted(seat.host, what.cycle, units, start, end);
            if (budgetBytes > 0 || seat.isAcknowledgedWith(what.sequence, what.bytes, acknowledgements.windowBytes())) {
                context.events().add(end, EventQueue.ACCEPTED, 0); // somebody may wait for it
            }
        }
    }

    /** Closes the turns that are over by now. */
    void accepted() {
        long now = context.nowNanos();
        while (!turns.isEmpty() && turns.getFirst().acceptedNanos <= now) {
            done(turns.removeFirst());
        }
    }

    private void done(Returned what) {
        grants.accepted(what.budgetBytes);
        SeatModel seat = what.seat;
        if (seat.safe(what.sequence, what.bytes, what.arrivedNanos, acknowledgements.windowBytes())) {
            acknowledgements.now(seat);
        } else {
            acknowledgements.later(seat);
        }
    }

    /** Encodes inputs; says when they can leave. Small ones were encoded ahead, and only their cost remains. */
    long handOut(double workNanos, long bytes) {
        long now = context.nowNanos();
        if (workNanos == 0) {
            return now;
        }
        long ready = bytes <= InputBatch.AHEAD_BYTES ? now : course.finish(log.endOfCurrent(now), workNanos);
        long start = Math.max(now, freeNanos);
        if (start != Long.MAX_VALUE) {
            freeNanos = course.finish(start, workNanos);
            if (freeNanos != Long.MAX_VALUE) {
                log.add(now, start, freeNanos, 0);
            }
        }
        return ready;
    }
}
