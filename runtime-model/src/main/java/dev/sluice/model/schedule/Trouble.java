package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;

/** A unit that failed, or that may have killed its worker, and is not finished. Confined to the scheduler. */
final class Trouble {
    final long unit;
    final List<UnitFailure> failures = new ArrayList<>(1);

    /** Given out alone, with nothing else on that worker, so that a death names it without doubt. */
    boolean isolate;

    Trouble(long unit) {
        this.unit = unit;
    }

    /** Failures count by worker: the first on each is kept. */
    void add(UnitFailure failure) {
        if (!failedOn(failure.worker())) {
            failures.add(failure);
        }
    }

    /** Workers that tried it, below sub-masters too. */
    long workers() {
        return failures.stream().mapToLong(UnitFailure::workers).sum();
    }

    boolean failedOn(WorkerId worker) {
        for (UnitFailure failure : failures) {
            if (failure.worker().equals(worker)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a worker may have died of it. */
    boolean isSuspect() {
        return isolate || failures.stream().anyMatch(failure -> failure.code() == ErrorCode.UNIT_KILLED_WORKER);
    }

    /** The worker turned out to be alive: it was not this unit that killed it. */
    void forgive(WorkerId worker) {
        failures.removeIf(failure -> failure.worker().equals(worker) && failure.code() == ErrorCode.UNIT_KILLED_WORKER);
    }
}
