package dev.sluice.master.record;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes of the hand-out of a run, and the cost of the tuner that made them. Confined to the master loop, except
 * after the run.
 */
public final class HandoutCourse {
    /** Changes that are kept; a run that changes more often is replayed with its first ones. */
    private static final int MOST = 1_000;

    private final List<Script.Step> changes = new ArrayList<>();
    private int looks;
    private long tunerNanos;

    /**
     * Records that units are handed out differently from now on.
     *
     * @param atNanos time since the start of the run [ns]
     */
    public void changed(long atNanos, Handout to) {
        if (changes.size() < MOST) {
            changes.add(new Script.SwitchPolicy(atNanos, to.policy(), to.weighting(), to.prefetch()));
        }
    }

    /**
     * Records a look of the tuner.
     *
     * @param cpuNanos processor time of the tuner so far [ns]
     */
    public void looked(long cpuNanos) {
        looks++;
        tunerNanos = Math.max(tunerNanos, cpuNanos);
    }

    /** The changes, for a simulation of the same run. */
    public Script script() {
        return new Script(changes);
    }

    /** Looks of the tuner. */
    public int looks() {
        return looks;
    }

    /** Processor time of the tuner at its latest look [s]. */
    public double tunerSeconds() {
        return tunerNanos / 1e9;
    }
}
