package dev.sluice.model.tune;

/**
 * A setting that a tunlet suggests.
 *
 * @param words what its own model says of it; empty if it has none
 */
record Candidate(Knob knob, Setting setting, String words) {}
