package dev.sluice.app.nbody;

/**
 * The bodies of a range, a step later: one result.
 *
 * @param positions dimensions × bodies of the range, after the drift
 * @param velocities dimensions × bodies of the range, with which they drifted
 * @param potentials one for each body of the range, at the place where the step found it
 */
public record Moved(double[] positions, double[] velocities, double[] potentials) {}
