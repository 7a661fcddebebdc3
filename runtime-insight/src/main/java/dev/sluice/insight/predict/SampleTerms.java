package dev.sluice.insight.predict;

import dev.sluice.model.predict.SampleGrowth;
import java.util.random.RandomGenerator;

/**
 * How a sample of units is executed.
 *
 * @param growth when it is large enough
 * @param budgetNanos for all of it; no refinement is begun that is not expected to fit
 * @param unitTimeoutNanos for one unit; 0 for no limit but the budget
 * @param chance of the bootstrap
 */
public record SampleTerms(SampleGrowth growth, long budgetNanos, long unitTimeoutNanos, RandomGenerator chance) {}
