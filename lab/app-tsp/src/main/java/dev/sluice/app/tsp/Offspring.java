package dev.sluice.app.tsp;

/**
 * The tours that a unit made: one result.
 *
 * @param tours tours × cities: the tours one after the other
 */
public record Offspring(int[] tours) {}
