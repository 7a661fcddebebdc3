package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;

/** An unfinished unit that failed, or that may have killed its worker. Confined to the scheduler. */
final class Trouble {
    final long unit;
    final List<UnitFailure> failures = new ArrayList<>(1);

    /** True if the unit must run alone on a worker, so that a death is attributed to it without doubt. */
    boolean isolate;

    Trouble(long unit) {
        this.unit = unit;
    }

    /** Adds a failure. Only the first failure on each worker is kept, but every death of the unit's process. */
    void add(UnitFailure failure) {
        if (failure.code() == ErrorCode.UNIT_CRASHED || !failedOn(failure.worker())) {
            failures.add(failure);
        }
    }

    /** Number of counted attempts, including attempts on workers below sub-masters. */
    long attempts() {
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

    /**
     * True if the unit's process died on this worker each time it failed there. A process may have been killed from
     * outside, for example for want of memory, so the same worker may try again.
     */
    boolean onlyCrashedOn(WorkerId worker) {
        return failures.stream()
                .filter(failure -> failure.worker().equals(worker))
                .allMatch(failure -> failure.code() == ErrorCode.UNIT_CRASHED);
    }

    /** True if the unit needs a class that the application's jars lack. Every worker has the same jars. */
    boolean lacksClass() {
        return failures.stream().anyMatch(failure -> failure.code() == ErrorCode.CLASS_MISSING);
    }

    /** True if the unit may have killed a worker. */
    boolean isSuspect() {
        return isolate || failures.stream().anyMatch(failure -> failure.code() == ErrorCode.UNIT_KILLED_WORKER);
    }

    /** Clears the suspicion that the unit killed this worker, which turned out to be alive. */
    void forgive(WorkerId worker) {
        failures.removeIf(failure -> failure.worker().equals(worker) && failure.code() == ErrorCode.UNIT_KILLED_WORKER);
    }
}
