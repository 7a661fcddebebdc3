package dev.sluice.model.tune;

/**
 * The end of the open cycle as it was foretold for a change, to be compared with the end as it is foretold later. A
 * model that promised too much contradicts itself at the next checkpoint, long before the end of the cycle shows it.
 * Immutable.
 *
 * @param cycle the cycle whose rest was foretold
 * @param expected the rest of it without and with the change
 * @param cycleSeconds a whole cycle under the setting before the change, as foretold then [s]
 * @param foretoldSeconds when the rest was foretold, since the run began [s]
 * @param madeSeconds when the change was made, since the run began [s]
 */
record Promise(int cycle, Expectation expected, double cycleSeconds, double foretoldSeconds, double madeSeconds) {
    private static final int RUNS = 4;

    /** The same promise for a change that was made at this time [s]. */
    Promise madeAt(double seconds) {
        return new Promise(cycle, expected, cycleSeconds, foretoldSeconds, seconds);
    }

    /**
     * The logarithm by which the cycle becomes shorter after the change was made, as it looks now. The time without the
     * change follows the speed of the machines, as the model of whole cycles sees it.
     *
     * @param change the change that was made
     * @param seed the first seed
     */
    double found(Snapshot snapshot, Foretelling model, Adjustment change, long seed) {
        double rest = 0;
        for (int run = 0; snapshot.cycle() == cycle && run < RUNS; run++) {
            rest += model.rest(change.to(), seed + run) / RUNS;
        }
        double machines = model.cycle(change.from()).end() / cycleSeconds;
        double without = expected.secondsNow() - (madeSeconds - foretoldSeconds);
        return Math.log(without * Math.max(1, machines) / (snapshot.seconds() - madeSeconds + rest));
    }

    /**
     * True if the change is now found to do less than half of what was promised, doubt aside.
     *
     * @param found not a number if the foretold rest had passed before the change was made: nothing is known then
     */
    boolean isBroken(double found, double doubt) {
        return found + doubt + expected.error() < expected.gain() / 2;
    }
}
