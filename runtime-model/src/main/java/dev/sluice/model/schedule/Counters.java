package dev.sluice.model.schedule;

/** What the scheduler counted in a run, in units unless said otherwise. */
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
        int workersJoined,
        int workersLost) {}
