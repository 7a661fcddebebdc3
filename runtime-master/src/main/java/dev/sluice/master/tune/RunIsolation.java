package dev.sluice.master.tune;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Isolates the units of a run when they kill workers, if the user leaves it open, and records each change. Units begin
 * where workers choose. They are isolated once units have killed workers. They return once if isolation costs much and
 * no unit dies any more, and after the next death they stay isolated. This answers deaths and foretells nothing, so
 * that it is no knob of a tuner. Each master decides for the workers below it; a sub-master also isolates when its
 * parent tells it to. Methods that return a boolean say whether workers must hear of a change. Confined to the master
 * loop.
 */
public final class RunIsolation {
    /**
     * Workers that must die with running units before units are isolated, unless a worker itself reports that a unit
     * ended it. One death may be the loss of a host, and the scheduler tries that worker's units elsewhere.
     */
    private static final int DEATHS = 2;

    /** Part of a busy slot's time that isolation may take beyond what the runtime took before. */
    private static final double MOST_COST = 0.1;

    /** Time without a death before isolated units may return [ns]. */
    static final long QUIET_NANOS = 60_000_000_000L;

    /** The place where units are computed, as far as this master decides. */
    private enum State {
        /** The user has said where. */
        SET,
        /** Workers choose. */
        OPEN,
        /** Units have processes of their own. */
        ISOLATED,
        /** Workers choose again, because isolation cost much. */
        RETURNED,
        /** Units have processes of their own until the run ends. */
        KEPT
    }

    /** Records decisions. */
    public interface Recorder {
        /** Records a change of the run; returns its number. */
        int changed(String kind, String what, String why, String gain);
    }

    private final Recorder recorder;
    private final Supplier<CauseTimes> times;

    /** Workers whose connection broke while units ran. They have died unless they return. */
    private final Set<WorkerId> missed = new HashSet<>();

    /** Workers that units have killed, each once: a worker may report its end and then be missed. */
    private final Set<WorkerId> dead = new HashSet<>();

    private State state;
    private boolean asked;

    /** True after the first change. */
    private boolean changed;

    private long quietSinceNanos;

    /** Slot times when the quiet time began. */
    private CauseTimes before = CauseTimes.ZERO;

    private double usualCost;

    /**
     * @param open whether the user leaves it open where units are computed
     * @param times slot times of all workers so far, by cause
     */
    public RunIsolation(boolean open, Recorder recorder, Supplier<CauseTimes> times) {
        this.state = open ? State.OPEN : State.SET;
        this.recorder = recorder;
        this.times = times;
    }

    /** Tells whether units are isolated. */
    public boolean isolated() {
        return asked || state == State.ISOLATED || state == State.KEPT;
    }

    /** Tells whether workers have ever heard of isolation, so that those that register must hear of it too. */
    public boolean known() {
        return changed || isolated();
    }

    /** Records what the parent master tells this sub-master. */
    public boolean asked(boolean isolate) {
        boolean earlier = isolated();
        asked = isolate;
        return changes(earlier);
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
            quiet(nowNanos);
            return false;
        }
        return (ended || killed) && died(worker, true, nowNanos);
    }

    /** @param certain whether the worker said that a unit ended it */
    private boolean died(WorkerId worker, boolean certain, long nowNanos) {
        boolean counts = (state == State.OPEN || state == State.RETURNED) && dead.add(worker);
        boolean few = !certain && state == State.OPEN && dead.size() < DEATHS;
        if (!counts || few) {
            return false;
        }
        boolean earlier = isolated();
        state = state == State.OPEN ? State.ISOLATED : State.KEPT;
        usualCost = cost(times.get());
        quiet(nowNanos);
        recorder.changed(
                "isolation",
                "units are isolated",
                "units have ended the processes of " + Plural.of(dead.size(), "worker"),
                "a further death costs one attempt, and no worker");
        return changes(earlier);
    }

    /** The quiet time begins anew. */
    private void quiet(long nowNanos) {
        quietSinceNanos = nowNanos;
        before = times.get();
    }

    /** Compares, now and then, what isolation costs with what it is for. */
    public boolean look(long nowNanos) {
        if (state != State.ISOLATED || nowNanos - quietSinceNanos < QUIET_NANOS) {
            return false;
        }
        double cost = cost(times.get().minus(before));
        if (cost - usualCost <= MOST_COST) {
            quiet(nowNanos);
            return false;
        }
        boolean earlier = isolated();
        state = State.RETURNED;
        dead.clear();
        recorder.changed(
                "isolation",
                "units are isolated no more",
                "no unit has ended its process for a minute",
                String.format(Locale.ROOT, "%.0f %% of the time of busy slots", 100 * cost));
        return changes(earlier);
    }

    private boolean changes(boolean earlier) {
        boolean differs = isolated() != earlier;
        changed |= differs;
        return differs;
    }

    /** Part of the time of busy slots that the runtime took. */
    private static double cost(CauseTimes times) {
        long runtime = times.of(Cause.RUNTIME);
        long busy = runtime + times.of(Cause.COMPUTE);
        return busy == 0 ? 0 : (double) runtime / busy;
    }
}
