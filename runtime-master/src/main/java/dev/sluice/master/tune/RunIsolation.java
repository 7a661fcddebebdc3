package dev.sluice.master.tune;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.tune.IsolationTuning;
import dev.sluice.model.tune.IsolationTuning.Change;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Isolates the units of a run when they kill workers, and records each change. A sub-master also isolates when its
 * parent tells it to. Methods that return a boolean say whether workers must hear of a change. Confined to the master
 * loop.
 */
public final class RunIsolation {
    /** Records decisions. */
    public interface Recorder {
        /** Records a change of the run; returns its number. */
        int changed(String kind, String what, String why, String gain);
    }

    private final IsolationTuning tuning;
    private final Recorder recorder;
    private final Supplier<CauseTimes> times;
    /** Workers whose connection broke while units ran. They have died unless they return. */
    private final Set<WorkerId> missed = new HashSet<>();

    private boolean asked;
    /** True after the first change. */
    private boolean changed;

    /**
     * @param open whether the user leaves it open where units are computed
     * @param times slot times of all workers so far, by cause
     */
    public RunIsolation(boolean open, Recorder recorder, Supplier<CauseTimes> times) {
        this.tuning = new IsolationTuning(open);
        this.recorder = recorder;
        this.times = times;
    }

    /** Tells whether units are isolated. */
    public boolean isolated() {
        return asked || tuning.isolated();
    }

    /** Tells whether workers have ever heard of isolation, so that those that register must hear of it too. */
    public boolean known() {
        return changed || isolated();
    }

    /** Records what the parent master tells this sub-master. */
    public boolean asked(boolean isolate) {
        boolean before = isolated();
        asked = isolate;
        return changes(before);
    }

    /** Records that the connection to a worker with running units broke for no known reason. */
    public void missed(WorkerId worker) {
        missed.add(worker);
    }

    /** Records that a worker is back; it has not died. */
    public void returned(WorkerId worker) {
        missed.remove(worker);
    }

    /** Records that a worker is gone for good. */
    public boolean gone(WorkerId worker, long nowNanos) {
        return missed.remove(worker) && died(worker, false, nowNanos);
    }

    /** Records that a unit failed. Some failures say that the unit ended its process. */
    public boolean failed(WorkerId worker, ErrorCode code, long nowNanos) {
        boolean ended = code == ErrorCode.UNIT_EXITED || code == ErrorCode.UNIT_CRASHED;
        boolean killed = code == ErrorCode.UNIT_KILLED_WORKER;
        if (isolated() && (ended || killed || code == ErrorCode.UNIT_OUT_OF_MEMORY)) {
            tuning.unitDied(times.get(), nowNanos);
            return false;
        }
        return (ended || killed) && died(worker, true, nowNanos);
    }

    private boolean died(WorkerId worker, boolean certain, long nowNanos) {
        boolean before = isolated();
        if (tuning.workerDied(worker, certain, times.get(), nowNanos) == Change.ISOLATE) {
            recorder.changed(
                    "isolation",
                    "units are isolated",
                    "units have ended the processes of " + Plural.of(tuning.deaths(), "worker"),
                    "a further death costs one attempt, and no worker");
        }
        return changes(before);
    }

    private boolean changes(boolean before) {
        boolean differs = isolated() != before;
        changed |= differs;
        return differs;
    }

    /** Compares, now and then, what isolation costs with what it is for. */
    public boolean look(long nowNanos) {
        boolean before = isolated();
        if (tuning.isDue(nowNanos) && tuning.measured(times.get(), nowNanos) == Change.RETURN) {
            recorder.changed(
                    "isolation",
                    "units are isolated no more",
                    "no unit has ended its process for a minute",
                    String.format(Locale.ROOT, "%.0f %% of the time of busy slots", 100 * tuning.cost()));
        }
        return changes(before);
    }
}
