package dev.sluice.insight.knowledge;

import java.util.OptionalDouble;

/**
 * The belief about one host before a run.
 *
 * @param speed of one slot at units, as {@link dev.sluice.model.flow.Host#speed}
 * @param speedError mean error of the speed as a fraction of it; 0 if it is as written
 * @param timed whether the speed comes from units of earlier runs there
 * @param available share of a processor that a run can expect, 0 to 1
 * @param availableError mean error of that share; 0 if it is as written
 * @param sensed whether the share is a forecast from sensors
 * @param freeBytes memory that a new process can expect; empty if unknown [bytes]
 * @param seen whether the host was looked at just now
 * @param source of speed and share, for people
 * @param ageSeconds since the newest measurement; 0 if all is as written [s]
 */
public record HostBelief(
        double speed,
        double speedError,
        boolean timed,
        double available,
        double availableError,
        boolean sensed,
        OptionalDouble freeBytes,
        boolean seen,
        String source,
        double ageSeconds) {
    /** The host as written in the view. */
    public static HostBelief asWritten(double speed, double available) {
        return new HostBelief(speed, 0, false, available, 0, false, OptionalDouble.empty(), false, "as written", 0);
    }

    /** The same with this forecast of free memory [bytes]. */
    HostBelief withFree(OptionalDouble free) {
        return new HostBelief(
                speed, speedError, timed, available, availableError, sensed, free, seen, source, ageSeconds);
    }
}
