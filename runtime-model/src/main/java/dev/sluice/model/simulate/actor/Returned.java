package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/**
 * Results, or the news that they are there, from where they leave a worker until they are accepted. Confined to its
 * run.
 */
final class Returned {
    final int cycle;
    final List<ResultRun> runs;
    final int units;
    final long bytes;

    /** What the master that it goes to keeps of its worker. */
    final SeatModel seat;

    /** Number among those of its worker; 0 until it leaves. */
    long sequence;

    /** Under which name it was granted; 0 when it needed no grant. */
    long offer;

    /** When the newest units that its worker had were decided on; -1 when it had none. */
    long decidedNanos = -1;

    /** How long before it left those had come. */
    long heldNanos;

    /** What is free of the memory for large results once it is accepted [bytes]. */
    long budgetBytes;

    /** When it was there, and when it is accepted. */
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
