package dev.sluice.master;

import dev.sluice.master.calibration.Upkeep;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the processes of a run take beside its units and messages, which grows with the units that they exchange one by
 * one: from start-up to when all that runs often is compiled. In between it goes with the logarithm of their number.
 * And what they take in each second in which nearly nothing happens.
 *
 * @param early after fewer units than {@value #ALL}, ascending; may be empty
 * @param full after so many, and while units streamed
 * @param eachSecond of a run, whatever it does: timers, sensors, statistics
 */
record UpkeepGrowth(List<After> early, Upkeep full, Upkeep eachSecond) {
    /** As many as in a run of a minute. */
    static final long ALL = 16_000;

    static final UpkeepGrowth NONE = new UpkeepGrowth(List.of(), Upkeep.NONE, Upkeep.NONE);

    /** After so many units. */
    record After(long units, Upkeep taken) {
        After {
            if (units < 1 || units >= ALL) {
                throw new IllegalArgumentException(
                        "upkeep after " + units + " units (expected: 1 to " + (ALL - 1) + ")");
            }
        }
    }

    UpkeepGrowth {
        early = early.stream().sorted(Comparator.comparingLong(After::units)).toList();
    }

    /** Of a worker that computes so many [ns]. */
    double workerNanos(double units) {
        return at(units, Upkeep::workerNanos);
    }

    /** Of the master of so many [ns]. */
    double masterNanos(double units) {
        return at(units, Upkeep::masterNanos);
    }

    private double at(double units, ToLongFunction<Upkeep> part) {
        double upperUnits = ALL;
        double upper = part.applyAsLong(full);
        for (int i = early.size() - 1; i >= 0 && units < upperUnits; i--) {
            double lowerUnits = early.get(i).units;
            double lower = Math.min(upper, part.applyAsLong(early.get(i).taken));
            if (units >= lowerUnits) {
                return lower + (upper - lower) * Math.log(units / lowerUnits) / Math.log(upperUnits / lowerUnits);
            }
            upperUnits = lowerUnits;
            upper = lower;
        }
        return upper;
    }
}
