package dev.sluice.benchmarks.application;

/**
 * The needs of workers of {@link LedgerUnits} in a cycle.
 *
 * @param cycle number of the cycle
 * @param chain depends on all results of the cycles before
 */
public record LedgerSetup(int cycle, long chain) {}
