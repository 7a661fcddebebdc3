package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/** Results, or the report that they are ready, from the worker to their acceptance. Confined to its run. */
final class Returned {
    final int cycle;
    final List<ResultRun> runs;
    final int units;
    final long bytes;

    /** The seat of the worker at the receiving master. */
    final SeatModel seat;

    /** Sequence number of the worker's message; 0 until it leaves. */
    long sequence;

    /** Offer under which it was granted; 0 if it needed no grant. */
    long offer;

    /** When the worker's newest units were assigned; -1 if it had none. */
    long decidedNanos = -1;

    /** Time between the arrival of those units and the departure of this message [ns]. */
    long heldNanos;

    /** Memory for large results that its acceptance releases [bytes]. */
    long budgetBytes;

    /** Times of arrival and of acceptance. */
    long arrivedNanos;

    long acceptedNanos;

    Returned(SeatModel seat, int cycle, List<ResultRun> runs, int units, long bytes) {
        this.seat = seat;
        this.cycle = cycle;
        this.runs = runs;
        this.units = units;
        this.bytes = bytes;
    }
}
