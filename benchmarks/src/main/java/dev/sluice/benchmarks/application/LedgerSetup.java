package dev.sluice.benchmarks.application;

/**
 * What workers of {@link LedgerUnits} need in a cycle.
 *
 * @param cycle number of the cycle
 * @param chain depends on all results of the cycles before
 */
public record LedgerSetup(int cycle, long chain) {}
