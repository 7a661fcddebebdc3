package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;

/**
 * Worker to master: one unit failed and will not be tried again there. Long texts are cut.
 *
 * @param sequence from the same count as {@link Results#sequence()}
 * @param unit names one unit
 * @param type class of the exception, or empty
 * @param stack stack trace, lines ended by newlines, at most 65,536 characters
 * @param workers number of workers that tried it: all tries below a sub-master, else 1
 * @param ages the slot, and one age; or nothing is known
 * @param computeNanos how long it computed [ns]; 0 if that is unknown
 */
public record UnitFailed(
        int cycle,
        long sequence,
        HeldUnits unit,
        ErrorCode code,
        String type,
        String message,
        String stack,
        int workers,
        RunAges ages,
        long computeNanos)
        implements Message {
    public UnitFailed {
        Checks.notNegative("cycle", cycle);
        Checks.positive("sequence", sequence);
        Checks.between("units", unit.units(), 1, 1);
        Checks.between("workers", workers, 1, Integer.MAX_VALUE);
        Checks.between("ages", ages.micros().size(), 0, 1);
        Checks.notNegative("compute time", computeNanos);
        type = Checks.atMost(1_024, type);
        message = Checks.atMost(8_192, message);
        stack = Checks.atMost(65_536, stack);
    }
}
