package dev.sluice.api;

/** The decision of an application on its master, after a result or the end of a cycle. */
public enum Verdict {
    /** Continue. */
    CONTINUE,
    /**
     * The cycle needs no further results: Sluice drops its remaining units and ends it. {@code endCycle} may return it
     * too; it then means {@link #CONTINUE}.
     */
    CYCLE_COMPLETE,
    /**
     * The application needs no further results: Sluice drops the remaining units, starts no further cycle, and
     * completes the run.
     */
    APPLICATION_COMPLETE,
    /** The application found the computation to be wrong: the run ends as failed, without {@code complete}. */
    FAILED
}
