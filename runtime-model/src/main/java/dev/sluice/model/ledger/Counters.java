package dev.sluice.model.ledger;

import dev.sluice.model.Written;

/**
 * The scheduler's counters for a run, in units unless stated otherwise.
 *
 * @param copies copies started of units that another worker was computing
 * @param copiesWon copies whose result was accepted
 */
public record Counters(
        long assigned,
        long accepted,
        long duplicates,
        long unknown,
        long notOwner,
        long stale,
        long failed,
        long quarantined,
        long handedBack,
        long reassigned,
        long copies,
        long copiesWon,
        int workersJoined,
        int workersLost) {
    /** Copies whose result was not accepted. After the end of the run, this is wasted work. */
    @Written
    public long copiesWasted() {
        return copies - copiesWon;
    }
}
