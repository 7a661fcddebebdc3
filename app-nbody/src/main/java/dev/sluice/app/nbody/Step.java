package dev.sluice.app.nbody;

/**
 * All bodies at one time: the setup of a cycle.
 *
 * @param law law of attraction
 * @param kick effect on velocities and positions
 * @param masses one for each body
 * @param positions dimensions × bodies: all x, then all y, then all z
 */
public record Step(Law law, Kick kick, double[] masses, double[] positions) {
    /** How many bodies there are. */
    int bodies() {
        return masses.length;
    }
}
