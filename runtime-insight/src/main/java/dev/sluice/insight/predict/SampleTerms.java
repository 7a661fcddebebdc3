package dev.sluice.insight.predict;

import dev.sluice.model.predict.SampleGrowth;
import java.util.random.RandomGenerator;

/**
 * The terms of executing a sample.
 *
 * @param growth when it is large enough
 * @param budgetNanos for all of it except {@code loadState}; no refinement starts that is not expected to fit [ns]
 * @param unitTimeoutNanos for one unit; 0 for no limit except the budget [ns]
 * @param chance random source of the bootstrap
 */
public record SampleTerms(SampleGrowth growth, long budgetNanos, long unitTimeoutNanos, RandomGenerator chance) {}
