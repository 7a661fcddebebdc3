package dev.sluice.model.pool;

/**
 * The target of a run on a host.
 *
 * @param slots at least 1; slots that still drain for another run are included, and grow in a later decision
 */
public record SlotGrant(String run, String host, int slots) {}
