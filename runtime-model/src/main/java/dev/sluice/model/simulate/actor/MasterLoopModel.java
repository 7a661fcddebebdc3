package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.ServerLog;
import dev.sluice.model.simulate.network.Messages.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a master that handles messages: a server that does its work in the order in which it comes. It sends
 * the master's messages. Confined to its run.
 */
final class MasterLoopModel {
    private final RunContext context;
    private final int host;
    private final Course course;
    private final ServerLog log = new ServerLog();
    private long freeNanos;
    private long count;
    private int sessions;

    /** @param host of the master */
    MasterLoopModel(RunContext context, int host, Course course) {
        this.context = context;
        this.host = host;
        this.course = course;
    }

    /** Sets the number of sessions, beside which each message costs more. */
    void sessions(int number) {
        sessions = number;
    }

    ServerLog log() {
        return log;
    }

    /** When so much work is done that is begun as soon as there is time; {@link Long#MAX_VALUE} for never. */
    long work(double workNanos, long worth) {
        return work(workNanos, worth, context.nowNanos());
    }

    /** The same for work that could be begun a little before now. */
    long work(double workNanos, long worth, long sinceNanos) {
        if (workNanos == 0 && freeNanos <= sinceNanos) {
            return sinceNanos;
        }
        long start = Math.max(sinceNanos, freeNanos);
        freeNanos = start == Long.MAX_VALUE ? start : course.finish(start, workNanos);
        if (freeNanos != Long.MAX_VALUE) {
            log.add(sinceNanos, start, freeNanos, worth);
            context.timeline().handled(host, start, freeNanos);
        }
        return freeNanos;
    }

    /** The work for one message more [ns]. */
    double message(Overheads.Cost cost, long bytes) {
        return cost.isNone()
                ? 0
                : cost.of(
                        bytes, sessions, context.overheads().warming().master().at(count++));
    }

    /** Adds a message of so many bytes and a frame, which has not left. */
    int add(SeatModel seat, Kind kind, long bytes, long number, @Nullable Object content) {
        long size = context.overheads().onWire(bytes);
        return context.messages().add(kind, seat.id.number(), size, number, content);
    }

    /** When the work of sending this message is done. */
    long sends(int message) {
        Overheads.Cost cost = context.overheads().masterSends();
        return work(message(cost, context.messages().bytes(message)), 0);
    }

    /** Sends a message of so many bytes and a frame. */
    void send(SeatModel seat, Kind kind, long bytes, long number, @Nullable Object content) {
        int message = add(seat, kind, bytes, number, content);
        context.leave(seat.down, message, sends(message));
    }

    /** Sends a message without a payload that has two numbers. */
    void sendDetailed(SeatModel seat, Kind kind, long number, long detail) {
        int message = add(seat, kind, 0, number, null);
        context.messages().detail(message, detail);
        context.leave(seat.down, message, sends(message));
    }

    /** Sends a setup and returns the message. The first part of a large one leaves before the rest is worked on. */
    int sendSetup(SeatModel seat, long bytes, long cycle, long gapNanos) {
        int message = add(seat, Kind.SETUP, bytes, cycle, null);
        context.messages().detail(message, gapNanos);
        long done = sends(message);
        long size = context.messages().bytes(message);
        long passing = size > SetupQueue.AT_ONCE_BYTES && done != Long.MAX_VALUE
                ? context.inPassing(context.overheads().masterSends(), size)
                : 0;
        context.leave(seat.down, message, Math.max(context.nowNanos(), done - passing));
        return message;
    }
}
