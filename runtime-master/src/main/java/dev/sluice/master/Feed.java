package dev.sluice.master;

import dev.sluice.model.delivery.FeedQueue;
import dev.sluice.model.delivery.FeedWindow;

/**
 * What one seat is still to be sent of one cycle: assignments whose inputs are encoded when the network and the worker
 * have room. {@code waiting} and {@code sentBytes} are confined to the application thread; {@code returnedUnits} is
 * written by the master loop alone.
 */
public final class Feed {
    public final Seat seat;
    public final int cycle;
    public final FeedQueue waiting = new FeedQueue();
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
        return FeedWindow.hasRoom(sentBytes, sentUnits, returnedUnits);
    }
}
