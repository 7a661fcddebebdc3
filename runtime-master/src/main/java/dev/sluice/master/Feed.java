package dev.sluice.master;

import dev.sluice.model.delivery.FeedQueue;
import dev.sluice.model.delivery.FeedWindow;

/**
 * What one connection is still to be sent of one cycle: assignments whose inputs are encoded when the network and the
 * worker have room. What is sent is written by one thread at a time, the sender: the principal's thread, or the master
 * loop while the feed is settled, because then nothing of it waits for the principal. {@link Feeder#deliver} keeps to
 * that.
 */
public final class Feed {
    public final WorkerConnection connection;
    public final int cycle;
    /** Assignments that are not sent whole. Confined to the principal's thread. */
    public final FeedQueue waiting = new FeedQueue();

    /** Bytes of inputs sent. Confined to the sender. */
    long sentBytes;

    /** Units sent. Written by the sender alone, last of all that it writes, so that the loop then sees the rest. */
    volatile long sentUnits;

    /** Units assigned and not taken back unsent. Confined to the master loop. */
    long assignedUnits;

    /** Units whose result, failure or return has arrived. Written by the master loop alone. */
    volatile long returnedUnits;

    /** Assignments are waiting; whoever makes room must say so. Written by the principal's thread alone. */
    volatile boolean blocked;

    Feed(WorkerConnection connection, int cycle) {
        this.connection = connection;
        this.cycle = cycle;
    }

    /** Counts units that were sent. Called by the sender. */
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
