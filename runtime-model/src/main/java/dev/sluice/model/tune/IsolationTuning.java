package dev.sluice.model.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides whether the units of a run are computed in separate processes, if the user leaves it open. Units begin where
 * workers choose. They are isolated once units have killed workers. They return once if isolation costs much and no
 * unit dies any more, and after the next death they stay isolated. Each master decides for the workers below it.
 */
public final class IsolationTuning {
    /** The outcome of an event. */
    public enum Change {
        /** All stays as it is. */
        NONE,
        /** All units are isolated from now on. */
        ISOLATE,
        /** Workers choose again from now on. */
        RETURN
    }

    /**
     * Workers that must die with running units before units are isolated, unless a worker itself reports that a unit
     * ended it. One death may be the loss of a host, and the scheduler tries that worker's units elsewhere.
     */
    static final int DEATHS = 2;

    /** Part of a busy slot's time that isolation may take beyond what the runtime took before. */
    static final double MOST_COST = 0.1;

    /** Time without a death before isolated units may return [ns]. */
    static final long QUIET_NANOS = 60_000_000_000L;

    private final boolean open;
    /** Dead workers that count, each once: a worker may report its end and then be missed. */
    private final Set<WorkerId> dead = new HashSet<>();

    private boolean isolated;
    private boolean returned;
    private long quietSinceNanos;
    /** Slot times when the quiet time began. */
    private CauseTimes before = CauseTimes.ZERO;

    private double usualCost;
    private double cost;

    /** @param open whether the user leaves it open where units are computed */
    public IsolationTuning(boolean open) {
        this.open = open;
    }

    /** Tells whether units are isolated. */
    public boolean isolated() {
        return isolated;
    }

    /** Part of the time of busy slots that handling of isolated units took when it was last measured. */
    public double cost() {
        return cost;
    }

    /** Workers that units have killed since units were last isolated, or since the run began. */
    public int deaths() {
        return dead.size();
    }

    /**
     * Records that a worker died with running units.
     *
     * @param certain whether the worker said that a unit ended it
     * @param times of all workers so far
     */
    public Change workerDied(WorkerId worker, boolean certain, CauseTimes times, long nowNanos) {
        if (!open || !dead.add(worker) || isolated) {
            return Change.NONE;
        }
        if (!certain && !returned && dead.size() < DEATHS) {
            return Change.NONE;
        }
        isolated = true;
        usualCost = cost(times);
        quiet(times, nowNanos);
        return Change.ISOLATE;
    }

    /** Records that an isolated unit ended its process. The quiet time begins anew. */
    public void unitDied(CauseTimes times, long nowNanos) {
        if (isolated) {
            quiet(times, nowNanos);
        }
    }

    private void quiet(CauseTimes times, long nowNanos) {
        quietSinceNanos = nowNanos;
        before = times;
    }

    /** Tells whether {@link #measured} may change something now. */
    public boolean isDue(long nowNanos) {
        return isolated && !returned && nowNanos - quietSinceNanos >= QUIET_NANOS;
    }

    /** Looks at the time that slots have spent. Units return if isolation costs much and no unit has died for long. */
    public Change measured(CauseTimes times, long nowNanos) {
        if (!isDue(nowNanos)) {
            return Change.NONE;
        }
        cost = cost(times.minus(before));
        if (cost - usualCost <= MOST_COST) {
            quiet(times, nowNanos);
            return Change.NONE;
        }
        isolated = false;
        returned = true;
        dead.clear();
        return Change.RETURN;
    }

    /** Part of the time of busy slots that the runtime took. */
    private static double cost(CauseTimes times) {
        long runtime = times.of(Cause.RUNTIME);
        long busy = runtime + times.of(Cause.COMPUTE);
        return busy == 0 ? 0 : (double) runtime / busy;
    }
}
