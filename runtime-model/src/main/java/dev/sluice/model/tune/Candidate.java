package dev.sluice.model.tune;

/**
 * A setting that a tunlet suggests.
 *
 * @param words what its own model says of it; empty if it has none
 * @param doubt the doubt in the gain of a change, as a logarithm; not a number if the tunlet has no measure of its own
 */
record Candidate(Knob knob, Setting setting, String words, double doubt) {
    /** A candidate of a tunlet without a measure of its doubt. */
    Candidate(Knob knob, Setting setting, String words) {
        this(knob, setting, words, Double.NaN);
    }
}
