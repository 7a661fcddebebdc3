package dev.sluice.insight.history;

import java.time.Instant;

/**
 * A finish time that was asked for, and what became of it. Times are since the command; unknown numbers are NaN.
 *
 * @param run its id
 * @param seconds in which the run was to be complete [s]
 * @param lowSeconds lower end of the interval that was said before the run began [s]
 * @param highSeconds its upper end [s]
 * @param chance that it would be kept, as said; from 0 to 1
 * @param actualSeconds what the run took [s]
 * @param warnedSeconds when it was said that the time will probably not be kept [s]
 * @param kept whether it was
 * @param changes what the run changed to keep it
 */
public record PromiseRow(
        String run,
        ApplicationKey application,
        Instant time,
        double seconds,
        double lowSeconds,
        double highSeconds,
        double chance,
        double actualSeconds,
        double warnedSeconds,
        boolean kept,
        String changes) {}
