package dev.sluice.model.schedule;

/**
 * What the scheduler counted in a run, in units unless said otherwise.
 *
 * @param copies started of units that another worker was computing
 * @param copiesWon those of them whose result was accepted
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
    /** Copies whose result was not the one accepted: work that was done for nothing, once the run is over. */
    public long copiesWasted() {
        return copies - copiesWon;
    }
}
