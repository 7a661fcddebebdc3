package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.InputBatch;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.event.ServerLog;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Models the master's application thread, {@code ApplicationThread}: a server that accepts results in the order of
 * their arrival and prepares inputs first. Acknowledges what is safe. Confined to its run.
 */
final class ApplicationModel {
    private final RunContext context;
    private final GrantsModel grants;
    private final MasterLoopModel loop;
    private final Course course;
    private final ServerLog log = new ServerLog();

    /** Results that wait or are being accepted. */
    private final Deque<Returned> turns = new ArrayDeque<>();

    /** Seats whose results are acknowledged at the next tick. */
    private final List<SeatModel> unacknowledged = new ArrayList<>();

    private long windowBytes;

    private long freeNanos;

    ApplicationModel(RunContext context, GrantsModel grants, MasterLoopModel loop, Course course) {
        this.context = context;
        this.grants = grants;
        this.loop = loop;
        this.course = course;
        divideWindow(0);
    }

    /** Bytes of unacknowledged results that each worker may have on the way. */
    long windowBytes() {
        return windowBytes;
    }

    /** Workers came or went: so many share the memory for results now. */
    void divideWindow(int workers) {
        windowBytes = ResultWindow.of(context.terms().resultMemoryBytes(), workers);
    }

    /** When the thread will have finished its work; {@link Long#MAX_VALUE} for never. */
    long freeNanos() {
        return freeNanos;
    }

    ServerLog log() {
        return log;
    }

    /**
     * Accepts arrived results.
     *
     * @param units number of units that the scheduler accepted
     * @param workNanos work of the application for them [ns]
     */
    void accept(Returned what, long units, double workNanos) {
        long now = context.nowNanos();
        accepted();
        long start = Math.max(now, freeNanos);
        long end = start == Long.MAX_VALUE ? start : course.finish(start, workNanos);
        SeatModel seat = what.seat;
        what.acceptedNanos = end;
        freeNanos = end;
        if (end == now) {
            log.add(now, now, now, units);
            context.timeline().accepted(seat.host, what.cycle, units, now, now);
            done(what);
            return;
        }
        turns.addLast(what);
        if (end != Long.MAX_VALUE) {
            log.add(now, start, end, units);
            context.timeline().accepted(seat.host, what.cycle, units, start, end);
            if (what.budgetBytes > 0 || seat.isAcknowledgedWith(what.sequence(), what.bytes, windowBytes)) {
                context.events().add(end, EventQueue.ACCEPTED, 0); // a worker or an offer may wait for it
            }
        }
    }

    /** Completes the results accepted by now. */
    void accepted() {
        long now = context.nowNanos();
        while (!turns.isEmpty() && turns.getFirst().acceptedNanos <= now) {
            done(turns.removeFirst());
        }
    }

    /** Acknowledges results that are safe, at once or at the next tick. */
    void done(Returned what) {
        grants.accepted(what.budgetBytes);
        SeatModel seat = what.seat;
        seat.safe.safe(what.sequence(), what.bytes, what.arrivedNanos);
        if (seat.safe.isDueAtOnce(windowBytes)) {
            acknowledge(seat);
        } else if (!seat.unacknowledged) {
            seat.unacknowledged = true;
            unacknowledged.add(seat);
        }
    }

    private void acknowledge(SeatModel seat) {
        if (seat.open && seat.safe.isDue()) {
            long queuedNanos = seat.safe.queuedNanos(context.nowNanos());
            loop.sendDetailed(seat, Kind.ACKNOWLEDGE, seat.safe.acknowledge(), queuedNanos);
        }
    }

    /** Completes the results accepted by now, and acknowledges all that are safe. */
    void tick() {
        accepted();
        for (SeatModel seat : unacknowledged) {
            seat.unacknowledged = false;
            acknowledge(seat);
        }
        unacknowledged.clear();
    }

    /** Encodes inputs. Returns when they can leave. Small inputs were encoded ahead, so that only their cost counts. */
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
