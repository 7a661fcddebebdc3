package dev.sluice.insight.gain;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.UnitRanges;

/**
 * The units of a cycle that need the same, which is not one slot.
 *
 * @param needs as {@link Amounts#written}
 * @param ranges begin and end of each range of them, half-open [begin, end); those of a run with too many are left out
 * @param unitSeconds their mean time; NaN if none was timed [s]
 */
public record GainKind(int cycle, String needs, long units, long[] ranges, double unitSeconds) {
    static GainKind of(int cycle, Amounts needs, long units, UnitRanges of, double unitSeconds) {
        return new GainKind(cycle, needs.written(), units, of.size() < units ? new long[0] : of.bounds(), unitSeconds);
    }

    Amounts amounts() {
        return Amounts.parse(needs);
    }

    /** The units; empty if they are not known one by one. */
    UnitRanges known() {
        return UnitRanges.ofBounds(ranges);
    }
}
