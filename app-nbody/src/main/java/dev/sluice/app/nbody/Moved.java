package dev.sluice.app.nbody;

/**
 * The bodies of a range, one step later: one result.
 *
 * @param positions dimensions × bodies of the range, after the drift
 * @param velocities dimensions × bodies of the range, during the drift
 * @param potentials one for each body of the range, at its place before the drift
 */
public record Moved(double[] positions, double[] velocities, double[] potentials) {}
