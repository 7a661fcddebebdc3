package dev.sluice.api;

/** What an application decides on its master after it has seen a result or the end of a cycle. */
public enum Verdict {
    /** Carry on. */
    CONTINUE,
    /**
     * Enough is known: drop what is left of this cycle and go to its end. From {@code endCycle} the same as
     * {@link #CONTINUE}.
     */
    CYCLE_COMPLETE,
    /** Enough is known for all: drop what is left, ask for no further cycle, and complete. */
    APPLICATION_COMPLETE,
    /**
     * The computation has gone wrong in a way that only the application can see: the run ends as failed, without
     * {@code complete}.
     */
    FAILED
}
