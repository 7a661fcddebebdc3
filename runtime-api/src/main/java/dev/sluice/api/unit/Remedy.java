package dev.sluice.api.unit;

/**
 * The answer of {@link dev.sluice.api.Application#onFailure}: what is done about a unit whose {@code compute} threw.
 */
public enum Remedy {
    /** Other workers try the unit, up to three in all. This is the usual remedy. */
    ELSEWHERE,
    /** The unit is computed again at once, on the same worker. */
    AGAIN,
    /** The unit has failed, and no other worker tries it. */
    GIVE_UP
}
