package dev.sluice.model.schedule;

/** Why a result that arrived is acknowledged and forgotten. */
public enum DiscardReason {
    /** The unit's result was accepted before. */
    DUPLICATE,
    /** No such attempt is outstanding. */
    UNKNOWN,
    /** The attempt belongs to another worker. */
    NOT_OWNER,
    /** The result belongs to a cycle that is over. */
    STALE
}
