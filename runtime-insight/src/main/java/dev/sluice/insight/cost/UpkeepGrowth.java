package dev.sluice.insight.cost;

import dev.sluice.insight.history.Median;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the processes of a run take beside its units and messages, from start-up to when all that runs often is
 * compiled: that grows with the messages that are exchanged, and with the units in them where they carry many. In
 * between it goes with the logarithm of their number. And what they take in each second in which nearly nothing
 * happens.
 *
 * @param early after fewer messages than {@value #ALL}, ascending; may be empty
 * @param full after so many, each with one unit
 * @param streamed what {@value #STREAMED} units in few messages add to that
 * @param eachSecond of a run, whatever it does: timers, sensors, statistics
 */
public record UpkeepGrowth(List<After> early, Upkeep full, Upkeep streamed, Upkeep eachSecond) {
    /** As many as in a run of a minute. */
    static final long ALL = 16_000;

    /** As many as were measured. */
    static final long STREAMED = 1_200_000;

    public static final UpkeepGrowth NONE = new UpkeepGrowth(List.of(), Upkeep.NONE, Upkeep.NONE, Upkeep.NONE);

    /** After so many messages, each with one unit. */
    public record After(long messages, Upkeep taken) {
        public After {
            if (messages < 1 || messages >= ALL) {
                throw new IllegalArgumentException(
                        "upkeep after " + messages + " messages (expected: 1 to " + (ALL - 1) + ")");
            }
        }
    }

    public UpkeepGrowth {
        early = early.stream().sorted(Comparator.comparingLong(After::messages)).toList();
    }

    /** Of several seconds, of each process: in one a sensor may have been loaded. Not empty. */
    public static Upkeep median(List<Upkeep> seconds) {
        return new Upkeep(
                Math.round(Median.of(seconds, Upkeep::workerNanos)),
                Math.round(Median.of(seconds, Upkeep::masterNanos)));
    }

    /** Of a worker that sends so many messages with the results of so many units [ns]. */
    public double workerNanos(double messages, double units) {
        return at(messages, Upkeep::workerNanos) + streamed.workerNanos() * streaming(messages, units);
    }

    /** Of the master that gets so many messages with the results of so many units [ns]. */
    public double masterNanos(double messages, double units) {
        return at(messages, Upkeep::masterNanos) + streamed.masterNanos() * streaming(messages, units);
    }

    /** How far the code for single units is beyond that for messages, 0 to 1. */
    private static double streaming(double messages, double units) {
        if (units <= messages || messages <= 0) {
            return 0;
        }
        return units >= STREAMED ? 1 : Math.log(units / messages) / Math.log(STREAMED / messages);
    }

    private double at(double messages, ToLongFunction<Upkeep> part) {
        double upperMessages = ALL;
        double upper = part.applyAsLong(full);
        for (int i = early.size() - 1; i >= 0 && messages < upperMessages; i--) {
            double lowerMessages = early.get(i).messages;
            double lower = Math.min(upper, part.applyAsLong(early.get(i).taken));
            if (messages >= lowerMessages) {
                return lower
                        + (upper - lower)
                                * Math.log(messages / lowerMessages)
                                / Math.log(upperMessages / lowerMessages);
            }
            upperMessages = lowerMessages;
            upper = lower;
        }
        return upper;
    }
}
