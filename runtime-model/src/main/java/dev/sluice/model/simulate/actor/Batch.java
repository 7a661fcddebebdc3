package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of one slot that will travel together, as in a worker. Consecutive units of one attempt run are merged. The
 * object is reused for the next batch. Confined to its run.
 */
final class Batch {
    private int cycle;
    private long bornNanos;
    private final long together;
    private @Nullable List<ResultRun> runs;
    private long bytes;
    private int units;
    private @Nullable AttemptRun run;
    private long firstUnit;
    private long nextUnit;
    private long nanos;
    private double secondsSquared;

    /** @param together application units per simulated unit */
    Batch(long together) {
        this.together = together;
    }

    /** Drops the old content and begins a new batch. */
    void begin(int ofCycle, long nowNanos) {
        drop();
        cycle = ofCycle;
        bornNanos = nowNanos;
    }

    /** Drops the content. */
    void drop() {
        runs = null;
        run = null;
        units = 0;
        bytes = 0;
    }

    boolean isEmpty() {
        return units == 0;
    }

    /** The cycle of the results. */
    int cycle() {
        return cycle;
    }

    /** Age of the first result [ns]. */
    long age(long nowNanos) {
        return nowNanos - bornNanos;
    }

    /** Adds the result of a unit that took {@code computeNanos}. */
    void add(AttemptRun of, long unit, long computeNanos, long size) {
        if (of != run || unit != nextUnit) {
            if (run != null) {
                if (runs == null) {
                    runs = new ArrayList<>();
                }
                runs.add(open(run));
            }
            run = of;
            firstUnit = unit;
            nextUnit = unit;
            nanos = 0;
            secondsSquared = 0;
        }
        double seconds = computeNanos * 1e-9;
        nextUnit++;
        nanos += computeNanos;
        secondsSquared += seconds * seconds;
        bytes += size;
        units++;
    }

    /**
     * True if the batch is large enough, or holds a large share of the work left in this worker, so that it must leave.
     */
    boolean full(long unitsLeftHere, int slots) {
        return ResultBatching.isFull(bytes, units, unitsLeftHere, slots, together);
    }

    long bytes() {
        return bytes;
    }

    /** Removes and returns the content. */
    Returned finish(SeatModel seat) {
        if (run == null) {
            throw new IllegalStateException("an empty batch (expected: a result)");
        }
        ResultRun last = open(run);
        List<ResultRun> all = runs;
        if (all == null) {
            all = List.of(last);
        } else {
            all.add(last);
        }
        Returned what = new Returned(seat, cycle, all, units, bytes);
        drop();
        return what;
    }

    private ResultRun open(AttemptRun of) {
        int count = (int) (nextUnit - firstUnit);
        return new ResultRun(of.attemptOf(firstUnit), of.nonce(), firstUnit, count, nanos, secondsSquared);
    }
}
