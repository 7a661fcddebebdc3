package dev.sluice.app.each.output;

/** Tells which inputs run when an earlier run has left a journal. */
public enum Resume {
    /** All inputs run, and an earlier journal is overwritten. */
    NONE,
    /** Inputs run that have not run yet. */
    MISSING,
    /** Inputs run that have not succeeded yet. */
    UNSUCCESSFUL,
    /** Inputs run that have failed and never succeeded. */
    FAILED
}
