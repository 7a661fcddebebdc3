package dev.sluice.app.nbody;

/**
 * Bodies with places and speeds of the same time, as nothing in leap-frog has them but what looks at it from outside.
 *
 * @param potentials one for each body: energy of a unit of mass at its place, its own field left out
 */
record Moment(int step, double time, Bodies bodies, double[] potentials) {

    /**
     * @param before velocities before the kicks of this cycle
     * @param after velocities behind them
     */
    static double[] velocities(Kick kick, double[] before, double[] after) {
        if (kick.closing() == 0) {
            return before;
        }
        if (kick.opening() == 0) {
            return after;
        }
        double[] between = new double[before.length]; // two equal kicks by the same acceleration
        for (int index = 0; index < between.length; index++) {
            between[index] = (before[index] + after[index]) / 2;
        }
        return between;
    }
}
