package dev.sluice.insight.gain;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.UnitRanges;
import java.util.stream.LongStream;

/**
 * The units of a cycle that need the same, which is not one slot.
 *
 * @param needs as {@link Amounts#written}
 * @param ranges begin and end of each range of them, half-open [begin, end); those of a run with too many are left out
 * @param unitSeconds their mean time; NaN if none was timed [s]
 */
public record GainKind(int cycle, String needs, long units, long[] ranges, double unitSeconds) {
    static GainKind of(int cycle, Amounts needs, long units, UnitRanges of, double unitSeconds) {
        long[] ranges = of.size() < units
                ? new long[0]
                : LongStream.range(0, of.ranges())
                        .flatMap(i -> LongStream.of(of.from((int) i), of.to((int) i)))
                        .toArray();
        return new GainKind(cycle, needs.written(), units, ranges, unitSeconds);
    }

    Amounts amounts() {
        return Amounts.parse(needs);
    }

    /** The units; empty if they are not known one by one. */
    UnitRanges known() {
        UnitRanges known = new UnitRanges();
        for (int i = 0; i + 1 < ranges.length; i += 2) {
            if (ranges[i] < 0 || ranges[i] >= ranges[i + 1]) {
                throw new IllegalArgumentException(
                        "units [" + ranges[i] + ", " + ranges[i + 1] + ") (expected: a begin and a later end)");
            }
            known.add(ranges[i], ranges[i + 1]);
        }
        return known;
    }
}
