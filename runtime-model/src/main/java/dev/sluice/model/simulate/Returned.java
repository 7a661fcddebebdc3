package dev.sluice.model.simulate;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/** Results, or the news that they are there, as they leave a worker. Confined to its run. */
final class Returned {
    final int cycle;
    final List<ResultRun> runs;
    final int units;
    final long bytes;

    /** Number among those of its worker; 0 until it leaves. */
    long sequence;

    /** Under which name it was granted; 0 when it needed no grant. */
    long offer;

    /** When the newest units that its worker had were decided on; -1 when it had none. */
    long decidedNanos = -1;

    /** How long before it left those had come. */
    long heldNanos;

    Returned(int cycle, List<ResultRun> runs, int units, long bytes) {
        this.cycle = cycle;
        this.runs = runs;
        this.units = units;
        this.bytes = bytes;
    }
}
