package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;

/** An unfinished unit that failed, or that may have killed its worker. Confined to the scheduler. */
final class Trouble {
    final long unit;
    final Amounts needs;
    final List<UnitFailure> failures = new ArrayList<>(1);

    /** The workers on which it failed while their peers were believed. */
    private final List<WorkerId> believed = new ArrayList<>(1);

    /** True if the unit must run alone on a worker, so that a death is attributed to it without doubt. */
    boolean isolate;

    Trouble(long unit, Amounts needs) {
        this.unit = unit;
        this.needs = needs;
    }

    /** Adds a failure. Only the first failure on each worker is kept. */
    void add(UnitFailure failure) {
        if (!failedOn(failure.worker())) {
            failures.add(failure);
        }
    }

    /** Records that the peer of this worker was believed when the unit failed there. */
    void believe(WorkerId worker) {
        believed.add(worker);
    }

    /** True if the unit failed on a worker whose peer was believed then. */
    boolean isBelieved() {
        return !believed.isEmpty();
    }

    /** Number of workers that tried the unit, including workers below sub-masters. */
    long workers() {
        return failures.stream().mapToLong(UnitFailure::workers).sum();
    }

    /** The workers on which the unit failed. */
    List<WorkerId> tried() {
        return failures.stream().map(UnitFailure::worker).toList();
    }

    boolean failedOn(WorkerId worker) {
        for (UnitFailure failure : failures) {
            if (failure.worker().equals(worker)) {
                return true;
            }
        }
        return false;
    }

    /** True if the unit needs a class that the application's jars lack. Every worker has the same jars. */
    boolean lacksClass() {
        return failures.stream().anyMatch(failure -> failure.code() == ErrorCode.CLASS_MISSING);
    }

    /** True if a worker says that the application gives the unit up. */
    boolean isGivenUp() {
        return failures.stream().anyMatch(failure -> failure.code() == ErrorCode.UNIT_GIVEN_UP);
    }

    /** True if a result of the unit could not be decoded, or encoded. A second peer that says so may end the run. */
    boolean hasBadResult() {
        return failures.stream().anyMatch(failure -> failure.code() == ErrorCode.RESULT_ENCODING);
    }

    /** True if the unit may have killed a worker. */
    boolean isSuspect() {
        return isolate || failures.stream().anyMatch(failure -> failure.code() == ErrorCode.UNIT_KILLED_WORKER);
    }

    /** Clears the suspicion that the unit killed this worker, which turned out to be alive. */
    void forgive(WorkerId worker) {
        failures.removeIf(failure -> failure.worker().equals(worker) && failure.code() == ErrorCode.UNIT_KILLED_WORKER);
        believed.removeIf(each -> !failedOn(each));
    }
}
