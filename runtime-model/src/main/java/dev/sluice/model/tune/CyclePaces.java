package dev.sluice.model.tune;

/**
 * How long whole cycles took, by which a change of workers or of the tree is judged. The way to a site may become
 * better known, so that foretold times are not compared with earlier ones. Confined to its tuner.
 */
final class CyclePaces {
    /** Seconds of the cycle that ended last over what the model says of it now. */
    private double thisCycle = 1;

    /** The same of the one before. */
    private double lastCycle = 1;

    /** Seconds per unit of the latest whole cycle under the starting tree; 0 if there was none. */
    private double startUnit;

    /** Seconds per unit of the latest whole cycle; 0 if there was none. */
    private double thisUnit;

    /** The same under the tree before the change that acts. */
    private double lastUnit;

    /**
     * A whole cycle has ended.
     *
     * @param seen its time [s]
     * @param foretold its time as the model says now [s]
     * @param startingTree true if it had the starting tree
     */
    void ended(double seen, double foretold, long units, boolean startingTree) {
        thisCycle = seen / foretold;
        thisUnit = seen / units;
        startUnit = startingTree ? thisUnit : startUnit;
    }

    /** The change that acted until now has been judged. */
    void judged() {
        lastCycle = thisCycle;
        lastUnit = thisUnit;
    }

    /** Seconds of the cycle before the change that acts, over what the model says of it now. */
    double lastCycle() {
        return lastCycle;
    }

    double startUnit() {
        return startUnit;
    }

    double lastUnit() {
        return lastUnit;
    }
}
