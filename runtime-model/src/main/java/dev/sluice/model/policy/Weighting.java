package dev.sluice.model.policy;

/** The source of slot weights. */
public enum Weighting {
    /** Each slot weighs 1. */
    EQUAL,
    /** A slot weighs its worker's measured rate divided by the mean rate; 1 until its first unit was timed. */
    MEASURED,
    /**
     * A slot weighs its worker's planned rate divided by the planned mean rate, from the start; 1 without a plan. Rates
     * measured during the run change nothing.
     */
    PLANNED
}
