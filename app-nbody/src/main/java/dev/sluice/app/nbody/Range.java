package dev.sluice.app.nbody;

/**
 * Bodies that follow each other: one unit. Where they are is in the setup; how fast they move only this unit needs.
 *
 * @param from index of the first body
 * @param velocities dimensions × bodies of the range: all in x, then in y, then in z; half a step before the positions,
 *     but at the same time in the first cycle
 */
public record Range(int from, double[] velocities) {}
