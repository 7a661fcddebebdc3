package dev.sluice.master;

import dev.sluice.model.delivery.FeedQueue;
import dev.sluice.model.delivery.FeedWindow;

/**
 * The assignments of one cycle that one connection still has to receive. Inputs are encoded when the network and the
 * worker have room. One thread at a time writes the sender's fields. The sender is the unit source's thread; while the
 * feed is settled it is the master loop, because then nothing of the feed waits for the unit source.
 * {@link Feeder#deliver} relies on that.
 */
public final class Feed {
    public final WorkerConnection connection;
    public final int cycle;
    /** Assignments that are not completely sent. Confined to the unit source's thread. */
    public final FeedQueue waiting = new FeedQueue();

    /** Bytes of inputs sent. Confined to the sender. */
    long sentBytes;

    /** Units sent. Written only by the sender, after all its other writes, so that the loop then sees them too. */
    volatile long sentUnits;

    /** Units assigned, without those taken back unsent. Confined to the master loop. */
    long assignedUnits;

    /** Units whose result, failure or return has arrived. Written only by the master loop. */
    volatile long returnedUnits;

    /**
     * True while assignments wait; a thread that makes room must then resume the feed. Written only by the unit
     * source's thread.
     */
    volatile boolean blocked;

    Feed(WorkerConnection connection, int cycle) {
        this.connection = connection;
        this.cycle = cycle;
    }

    /** Counts sent units. Called by the sender. */
    void countSent(int units) {
        long before = sentUnits;
        sentUnits = before + units;
    }

    /** Counts units that came back. On the loop. */
    void countReturned(long units) {
        long before = returnedUnits;
        returnedUnits = before + units;
    }

    /** Tells whether all assigned units have been sent. On the loop. */
    boolean settled() {
        return assignedUnits == sentUnits;
    }

    /** Tells whether the worker may receive more. Inputs not yet returned are estimated by their mean size. */
    boolean hasRoom() {
        return FeedWindow.hasRoom(sentBytes, sentUnits, returnedUnits);
    }
}
