package dev.sluice.app.tsp;

/**
 * The cities and the parents of the next tours: the setup of a cycle.
 *
 * @param xs one for each city
 * @param ys one for each city
 * @param parents tours × cities: the tours one after the other, each a permutation of the cities; empty at first
 */
public record Generation(double[] xs, double[] ys, int[] parents) {}
