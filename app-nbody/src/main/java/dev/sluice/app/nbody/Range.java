package dev.sluice.app.nbody;

/**
 * Consecutive bodies: one unit. The setup contains all positions; only this unit needs these velocities.
 *
 * @param from index of the first body
 * @param velocities dimensions × bodies of the range: all in x, then in y, then in z; half a step before the positions,
 *     but at the same time in the first cycle
 */
public record Range(int from, double[] velocities) {}
