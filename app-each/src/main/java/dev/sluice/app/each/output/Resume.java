package dev.sluice.app.each.output;

/** Which inputs run when an earlier run has left a journal. */
public enum Resume {
    /** All: an earlier journal is overwritten. */
    NONE,
    /** Those that have not run yet. */
    MISSING,
    /** Those that have not succeeded yet. */
    UNSUCCESSFUL,
    /** Those that have run and never succeeded. */
    FAILED
}
