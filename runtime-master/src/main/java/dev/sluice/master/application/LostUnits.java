package dev.sluice.master.application;

import dev.sluice.api.FailedUnit;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Units of the cycle that have no result, while it is wanted: those that were given up, and those whose accepted result
 * could not be decoded. Confined to the application's thread.
 */
final class LostUnits {
    /** Units to compute again at the end of the cycle, because their results were accepted and could not be decoded. */
    private UnitRanges undecoded = new UnitRanges();

    private List<FailedUnit> failures = new ArrayList<>();
    private boolean fatal;

    /** Records a unit that was given up. */
    void givenUp(Action.Quarantine quarantine, boolean failsRun) {
        fatal |= failsRun;
        undecoded.remove(quarantine.unit(), quarantine.unit() + 1);
        failures.add(new FailedUnit(
                quarantine.cycle(), quarantine.unit(), kind(quarantine.latest().code()), error(quarantine)));
    }

    private static FailedUnit.Kind kind(ErrorCode code) {
        return switch (code) {
            case UNIT_CANCELLED -> FailedUnit.Kind.CANCELLED;
            case UNIT_GIVEN_UP -> FailedUnit.Kind.GIVEN_UP;
            default -> FailedUnit.Kind.FAILED;
        };
    }

    private static String error(Action.Quarantine quarantine) {
        UnitFailure latest = quarantine.latest();
        boolean both = !latest.type().isEmpty() && !latest.message().isEmpty();
        String line = latest.type() + (both ? ": " : "") + latest.message();
        return line.lines().findFirst().orElse(latest.code().toString());
    }

    /** Records units that an earlier master gave up. */
    void givenUpEarlier(List<FailedUnit> units) {
        failures.addAll(units);
    }

    /** Records units whose results were accepted and cannot be decoded. */
    void undecoded(UnitRanges units) {
        undecoded.addAll(units);
    }

    /** Records units whose results were accepted again. */
    void accepted(UnitRanges units) {
        units.forEach(undecoded::remove);
    }

    /** Units whose results were accepted and could not be decoded; the caller copies them. */
    UnitRanges undecoded() {
        return undecoded;
    }

    /** Number of units that were given up. */
    int failures() {
        return failures.size();
    }

    /** True if the run fails at the end of this cycle because of the units that were given up. */
    boolean isFatal() {
        return fatal;
    }

    /** The units that were given up. */
    List<FailedUnit> givenUp() {
        return List.copyOf(failures);
    }

    /** Forgets the units that were given up, because the rest of the cycle is not wanted. */
    void forgive() {
        failures.clear();
        fatal = false;
    }

    /** Removes all units, because the cycle ends; returns those that were given up. */
    List<FailedUnit> take() {
        undecoded = new UnitRanges();
        return takeGivenUp();
    }

    /** Removes and returns the units that were given up. */
    List<FailedUnit> takeGivenUp() {
        List<FailedUnit> lost = failures;
        failures = new ArrayList<>();
        return List.copyOf(lost);
    }
}
