package dev.sluice.master;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What one seat is still to be sent of one cycle: assignments whose inputs are encoded when the network and the worker
 * have room. {@code waiting} and {@code sentBytes} are confined to the application thread; {@code returnedUnits} is
 * written by the master loop alone.
 */
public final class Feed {
    /** Inputs on the way to a worker or waiting in it [bytes]; one unit more may always go when none is. */
    private static final long WINDOW_BYTES = 4L << 20;

    public final Seat seat;
    public final int cycle;
    public final Deque<FeedTask> waiting = new ArrayDeque<>();
    long sentBytes;

    /** Written by the application thread alone. */
    volatile long sentUnits;

    /** Units assigned and not taken back unsent. Confined to the master loop. */
    long assignedUnits;

    /** Units whose result, failure or return has arrived. */
    volatile long returnedUnits;

    /** Assignments are waiting; whoever makes room must say so. */
    volatile boolean blocked;

    Feed(Seat seat, int cycle) {
        this.seat = seat;
        this.cycle = cycle;
    }

    /** Application thread. */
    void countSent(int units) {
        long before = sentUnits;
        sentUnits = before + units;
    }

    /** So many units came back. Loop. */
    void countReturned(long units) {
        long before = returnedUnits;
        returnedUnits = before + units;
    }

    /** Whether all that was assigned has been sent. Loop. */
    boolean settled() {
        return assignedUnits == sentUnits;
    }

    /** Whether the worker may be sent more: inputs not yet returned are estimated by their mean size. */
    boolean hasRoom() {
        long away = sentUnits - returnedUnits;
        return away <= 0 || (double) sentBytes / sentUnits * away < WINDOW_BYTES;
    }
}
