package dev.sluice.master.tune;

import org.jspecify.annotations.Nullable;

/**
 * The processor time that a tuner may use: a share of the time of the run. The cost of a look is foretold by the units
 * that it simulates, and by what earlier looks took. Confined to the master loop.
 */
final class TuningBudget {
    /** Time of a simulated unit until one was measured [ns]. */
    private static final double FIRST_UNIT_NANOS = 2_000;

    /** Additional time of the first look, in which classes of the simulator are loaded and compiled [ns]. */
    private static final double FIRST_NANOS = 300e6;

    /**
     * Simulations of a cycle in a look for something better: candidates, and the best of them again. A shortened cycle
     * is simulated in half its length too.
     */
    private static final double RESTS = 1.5 * 46;

    /** Units that are simulated, unless each slot would get too few of them. */
    private static final long MOST = 1_000;

    private static final long MOST_EACH = 32;

    /** Simulations of a whole cycle in each look, likewise. */
    private static final double CYCLES = 1.5 * 3;

    /** Looks at a cycle that follow a change, to judge it. */
    private static final int WATCHES = 10;

    /** Looks that hold the safety rule may exceed the budget by this factor. */
    private static final double SAFETY = 2;

    private final double share;
    private double unitNanos = FIRST_UNIT_NANOS;
    private double spentNanos;
    private boolean measured;

    /** @param share of one processor */
    TuningBudget(double share) {
        this.share = share;
    }

    /** Units of a cycle that are simulated. */
    static long most(int slots) {
        return Math.max(MOST, MOST_EACH * slots);
    }

    /**
     * The amount that a look simulates.
     *
     * @param cycleUnits of a whole cycle
     * @param proposes whether it looks for something better, which simulates the cycle many times
     */
    record Cost(long cycleUnits, boolean proposes) {
        /** Simulated units. */
        double units() {
            return (CYCLES + (proposes ? RESTS : 0)) * cycleUnits;
        }
    }

    /**
     * Tells whether a look for something better may take place, and the looks that would judge a change.
     *
     * @param seconds of the whole run
     */
    boolean allowsProposal(long cycleUnits, double seconds) {
        double units = new Cost(cycleUnits, true).units() + WATCHES * new Cost(cycleUnits, false).units();
        return spentNanos + (measured ? 0 : FIRST_NANOS) + units * unitNanos <= share * seconds * 1e9;
    }

    /** Tells whether a look may take place that only judges a change. */
    boolean allowsWatch(long cycleUnits, double seconds) {
        return spentNanos + new Cost(cycleUnits, false).units() * unitNanos <= SAFETY * share * seconds * 1e9;
    }

    /**
     * Tells whether a look may take place whose cost is not foretold: the time that has passed pays for earlier ones.
     *
     * @param passedSeconds since the run began [s]
     */
    boolean allowsNext(double passedSeconds) {
        return spentNanos <= share * passedSeconds * 1e9 + FIRST_NANOS;
    }

    /**
     * Records the cost of a look. The budget learns from one that has simulated what was foretold: one that was to look
     * for something better and had nothing to compare would make units look cheap.
     *
     * @param foretold null if the cost was not foretold
     * @param cpuNanos processor time of the look [ns]
     * @param allNanos processor time of the tuner so far: that of all looks, and of taking in measurements [ns]
     * @param compared whether settings were compared
     */
    void looked(@Nullable Cost foretold, long cpuNanos, long allNanos, boolean compared) {
        spentNanos = Math.max(spentNanos, allNanos);
        if (foretold == null || foretold.proposes() && !compared) {
            return;
        }
        double nanos = cpuNanos / Math.max(1, foretold.units());
        unitNanos = measured ? (unitNanos + nanos) / 2 : unitNanos;
        measured = true; // the first look shows mostly what loading costs
    }
}
