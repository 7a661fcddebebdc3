package dev.sluice.model.topology;

/** The answer of a test to a question. */
enum TestAnswer {
    /** The transfers reach the rate that they have alone: nothing is shared. */
    KEPT,
    /** The transfers stay below that rate: something is shared. */
    SLOWED,
    /** More trials are needed. */
    UNDECIDED
}
