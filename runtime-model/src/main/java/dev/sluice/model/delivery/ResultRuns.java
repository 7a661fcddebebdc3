package dev.sluice.model.delivery;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The units whose results travel together, with their times. Consecutive units of one attempt run are merged, unless
 * their memory is known. Owned by one thread at a time.
 */
public final class ResultRuns {
    private @Nullable List<ResultRun> complete;
    private @Nullable AttemptRun run;
    private long bornNanos;
    private int units;
    private long firstUnit;
    private long nextUnit;
    private long nanos;
    private double secondsSquared;
    private long peakBytes;

    /** Starts without units. */
    public ResultRuns() {}

    /** True if there is no unit. */
    public boolean isEmpty() {
        return units == 0;
    }

    /** Number of units. */
    public int units() {
        return units;
    }

    /** When the first unit was added [ns]. */
    public long bornNanos() {
        return bornNanos;
    }

    /** Adds a computed unit whose memory is not known. */
    public boolean add(AttemptRun of, long unit, long computeNanos, long nowNanos) {
        return add(of, unit, computeNanos, 0, nowNanos);
    }

    /**
     * Adds a computed unit. Returns true if that completes the run of the units before it.
     *
     * @param memoryBytes largest memory of the processes of the unit [bytes]; 0: unknown
     */
    public boolean add(AttemptRun of, long unit, long computeNanos, long memoryBytes, long nowNanos) {
        boolean completes = units > 0 && (of != run || unit != nextUnit || memoryBytes != 0 || peakBytes != 0);
        if (units == 0) {
            bornNanos = nowNanos;
        }
        if (completes) {
            completed().add(open());
        }
        if (units == 0 || completes) {
            run = of;
            firstUnit = unit;
            nextUnit = unit;
            nanos = 0;
            secondsSquared = 0;
            peakBytes = memoryBytes;
        }
        double seconds = computeNanos * 1e-9;
        nextUnit++;
        nanos += computeNanos;
        secondsSquared += seconds * seconds;
        units++;
        return completes;
    }

    private List<ResultRun> completed() {
        if (complete == null) {
            complete = new ArrayList<>();
        }
        return complete;
    }

    private ResultRun open() {
        AttemptRun of = run;
        if (of == null) {
            throw new IllegalStateException("no run (expected: a result)");
        }
        int count = (int) (nextUnit - firstUnit);
        return new ResultRun(of.attemptOf(firstUnit), of.nonce(), firstUnit, count, nanos, secondsSquared, peakBytes);
    }

    /** Removes and returns all runs, in the order in which their units were added. */
    public List<ResultRun> take() {
        if (units == 0) {
            return List.of();
        }
        List<ResultRun> all = complete == null ? List.of(open()) : complete;
        if (complete != null) {
            all.add(open());
        }
        clear();
        return all;
    }

    /** Removes all units. */
    public void clear() {
        complete = null;
        run = null;
        units = 0;
    }
}
