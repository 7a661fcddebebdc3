package dev.sluice.model.tune;

/**
 * A change that a tuner made, and what came of it.
 *
 * @param outcome one sentence; empty if it was not judged before the run ended
 */
public record TunedStep(Adjustment change, String outcome) {}
