package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.OnTheWay;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.List;

/** Results, or the report that they are ready, from the worker to their acceptance. Confined to its run. */
final class Returned extends OnTheWay.Message {
    /** How they travel. */
    final Kind kind;

    final int cycle;
    final List<ResultRun> runs;
    final int units;
    final long bytes;

    /** The seat of the worker at the receiving master. */
    final SeatModel seat;

    /** Run when they are safe above: a sub-master then acknowledges the messages that they came with. */
    List<Runnable> whenSafe = List.of();

    /** When the worker's newest units were assigned; -1 if it had none. */
    long decidedNanos = -1;

    /** Time between the arrival of those units and the departure of this message [ns]. */
    long heldNanos;

    /** Memory for large results that its acceptance releases [bytes]. */
    long budgetBytes;

    /** Times of arrival and of acceptance. */
    long arrivedNanos;

    long acceptedNanos;

    Returned(SeatModel seat, Kind kind, int cycle, List<ResultRun> runs, int units, long bytes) {
        this.seat = seat;
        this.kind = kind;
        this.cycle = cycle;
        this.runs = runs;
        this.units = units;
        this.bytes = bytes;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean needsNoGrant() {
        return false;
    }
}
