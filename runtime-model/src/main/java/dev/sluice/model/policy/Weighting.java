package dev.sluice.model.policy;

/** Where the weights of slots come from. */
public enum Weighting {
    /** Each slot weighs 1. */
    EQUAL,
    /** A slot weighs what its worker's measured rate is to the mean; 1 until its first unit was timed. */
    MEASURED
}
