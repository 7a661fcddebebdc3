package dev.sluice.app.tsp;

/**
 * The tours that one unit makes.
 *
 * @param seed all chance of this unit
 * @param size number of tours
 * @param sweeps how often local search looks at all pairs of cities of a tour, at most
 */
public record Brood(long seed, int size, int sweeps) {}
