package dev.sluice.model.tune;

/**
 * A setting that a knob suggests.
 *
 * @param words what its own model says of it; empty if it has none
 * @param doubt the doubt in the gain of a change, as a logarithm; not a number if the knob has no measure of its own
 */
record Candidate(Setting setting, String words, double doubt) {
    /** A candidate of a knob without a measure of its doubt. */
    Candidate(Setting setting, String words) {
        this(setting, words, Double.NaN);
    }
}
