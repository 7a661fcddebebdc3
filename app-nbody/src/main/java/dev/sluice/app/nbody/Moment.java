package dev.sluice.app.nbody;

/**
 * Bodies with positions and velocities at the same time. Leap-frog itself has them at different times; output needs
 * both at once.
 *
 * @param potentials one for each body: potential at its place without its own field
 */
record Moment(int step, double time, Bodies bodies, double[] potentials) {

    /**
     * @param before velocities before the kicks of this cycle
     * @param after velocities after them
     */
    static double[] velocities(Kick kick, double[] before, double[] after) {
        if (kick.closing() == 0) {
            return before;
        }
        if (kick.opening() == 0) {
            return after;
        }
        double[] between = new double[before.length]; // midway between two equal kicks of the same acceleration
        for (int index = 0; index < between.length; index++) {
            between[index] = (before[index] + after[index]) / 2;
        }
        return between;
    }
}
