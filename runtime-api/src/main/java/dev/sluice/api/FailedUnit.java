package dev.sluice.api;

import dev.sluice.api.unit.Remedy;

/**
 * A unit whose result will never come: it failed on every worker that tried it, or was given up. Immutable.
 *
 * @param cycle number of its cycle
 * @param index 0 ≤ index < units of the cycle
 * @param kind why it has no result
 * @param error type and message of the last exception, or another reason in one line
 */
public record FailedUnit(int cycle, long index, Kind kind, String error) {
    /** The reasons for which a unit has no result. */
    public enum Kind {
        /** The unit failed wherever it was tried. */
        FAILED,
        /** The application gave it up ({@link Remedy#GIVE_UP}). */
        GIVEN_UP,
        /** An operator cancelled it, or {@link Application#giveUp}. The run does not fail for it. */
        CANCELLED
    }

    /** A unit that failed wherever it was tried. */
    public FailedUnit(int cycle, long index, String error) {
        this(cycle, index, Kind.FAILED, error);
    }
}
