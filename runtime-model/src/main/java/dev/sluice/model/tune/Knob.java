package dev.sluice.model.tune;

import java.util.List;

/**
 * A setting that a tuner changes while a run goes on. A knob measures the run, real or simulated, and says which part
 * of it is compared, which settings are worth a simulation, what gain is worth a change, and what a change may cost.
 * Pure: state and time are handed in. Confined to its tuner.
 */
public abstract class Knob {
    private final String word;
    private final String window;
    private final double leastGain;
    private int begun = -1;

    /** Cycles without units so far, which are left out where cycles are counted. */
    private int empty;

    /**
     * @param word for decisions and options
     * @param window the part of a run whose rest is compared
     * @param leastGain the smallest gain worth a change, as a logarithm
     */
    Knob(String word, String window, double leastGain) {
        this.word = word;
        this.window = window;
        this.leastGain = leastGain;
    }

    /** The word for decisions and options. */
    final String word() {
        return word;
    }

    final String window() {
        return window;
    }

    final double leastGain() {
        return leastGain;
    }

    /** The value in a setting, as decisions show it. */
    abstract String text(Setting setting);

    /** Begins a cycle of so many units, unless it has begun. All cycles are to be told; one without units is none. */
    public final void begin(int cycle, long units) {
        if (cycle > begun) {
            begun = cycle;
            empty += units == 0 ? 1 : 0;
            begun(units);
        }
    }

    abstract void begun(long units);

    /** Number of the latest cycle that has begun; -1 before the first. */
    final int begun() {
        return begun;
    }

    /** Number of cycles with units before this one. */
    final int counted(int cycle) {
        return cycle - empty;
    }

    /** Settings to compare with the one that holds; empty where the knob is not turned now. */
    abstract List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model);

    /** A look at the run has ended with a change, or without one. */
    void looked(boolean changes) {}

    /** A smaller gain must be seen at two checkpoints in a row. */
    abstract double clearGain(double doubt);

    /**
     * Tells whether a change is judged by the time of a unit before it, because what the model says of earlier cycles
     * changes with what is measured later.
     */
    abstract boolean isJudgedByUnits();

    /** The part of the rate that a change may cost, whatever a model promises of it. */
    abstract double loss(Setting from, Setting to, Snapshot snapshot);
}
