package dev.sluice.insight.cost;

import dev.sluice.insight.history.Median;
import dev.sluice.model.simulate.Interference;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Overheads.Cost;
import dev.sluice.model.simulate.Overheads.Decline;
import dev.sluice.model.simulate.Overheads.Travel;
import dev.sluice.model.simulate.Overheads.Warming;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The runtime's costs from what was measured of its threads. Of a message and its answer only the sum is seen, at each
 * end; a thread sends and receives for about the same, so that each is half of it, less what the unit itself costs.
 * What the application's thread does for a unit, before and after it was computed, counts as handing it out.
 */
public final class OverheadsFit {
    /** A message's header, and what encryption adds to a small one [bytes]. */
    private static final int FRAME_BYTES = 80;

    /** The length before each value [bytes]. */
    private static final int UNIT_BYTES = 1;

    /** Declines that are tried, by their counts. */
    private static final double FEWEST = 50;

    private static final double MOST = 50_000;
    private static final double STEP = 1.25;

    private OverheadsFit() {}

    /**
     * @param messages units one by one, of several sizes of inputs and results; those of no size are among them
     * @param units units that stream, without content
     */
    public static Overheads of(List<Measured> messages, List<Measured> units) {
        double loopPerUnit = least(units, Measured::masterLoopNanos);
        double callerPerUnit = least(units, Measured::applicationNanos);
        double slotPerUnit = least(units, Measured::slotNanos);
        List<Measured> plain = plain(messages, false);
        double onTheWay = onTheWay(plain);
        double master = onTheWay * Math.max(0, mean(plain, Measured::masterLoopNanos) - loopPerUnit);
        double worker = onTheWay * mean(plain, Measured::workerLoopNanos);
        return new Overheads(
                new Cost(master / 2, perInput(messages, Measured::masterLoopNanos)),
                new Cost(master / 2, perResult(messages, Measured::masterLoopNanos)),
                new Cost(worker / 2, perResult(messages, Measured::workerLoopNanos)),
                new Cost(worker / 2, perInput(messages, Measured::workerLoopNanos)),
                callerPerUnit,
                loopPerUnit,
                slotPerUnit,
                Math.max(0, onTheWay * mean(plain, Measured::slotNanos) - slotPerUnit),
                FRAME_BYTES,
                UNIT_BYTES,
                0,
                Travel.ETHERNET.withDelay(Math.round(delayNanos(messages))),
                Warming.NONE);
    }

    /**
     * The same with what costs more at first.
     *
     * @param first as {@link #warming} takes them
     */
    public static Overheads of(List<Measured> first, List<Measured> messages, List<Measured> units) {
        return of(messages, units).withWarming(warming(first, messages));
    }

    /**
     * What the first messages and units cost more than later ones: of each thread the decline that fits its cycles
     * best.
     *
     * @param first units one by one without content, from the beginning of a run on
     * @param messages units one by one, when all that they need is compiled
     */
    static Warming warming(List<Measured> first, List<Measured> messages) {
        List<Measured> plain = plain(messages, false);
        return new Warming(
                decline(first, plain, Measured::masterLoopNanos, 2),
                decline(first, plain, Measured::workerLoopNanos, 2),
                decline(first, plain, Measured::slotNanos, 1));
    }

    /**
     * What units that compute change: what each thread took more beside them, by messages.
     *
     * @param alone as {@link #of}
     * @param busy units that stream and compute
     * @param quiet units that wait, so that little but the timers of the loops is seen, which messages do not cause
     * @param workers that computed
     */
    static Interference interference(Overheads alone, Measured busy, Measured quiet, int workers) {
        double seconds = busy.step().spinMicros() / 1e6;
        if (busy.messages() <= 0) {
            return new Interference(0, 0, 0, 0, seconds);
        }
        double quietly = busy.clockNanos()
                / Math.max(1, quiet.clockNanos() + 1e3 * quiet.step().pauseMicros());
        double master = alone.masterLoopNanos(busy.messages(), 1, 0, 0) + quietly * quiet.masterLoopNanos();
        double worker = alone.workerLoopNanos(busy.messages(), 0, 0) + workers * quietly * quiet.workerLoopNanos();
        return new Interference(
                Math.max(0, busy.masterLoopNanos() - master) / busy.messages(),
                Math.max(0, busy.workerLoopNanos() - worker) / busy.messages(),
                Math.max(0, busy.slotNanos() - alone.unitNanos()) / busy.messages(),
                Math.max(0, busy.applicationNanos() - alone.handOutNanos()),
                seconds);
    }

    /** Of several of the same step, the median of each figure by itself. */
    public static Measured median(List<Measured> alike) {
        return new Measured(
                alike.get(0).step(),
                alike.get(0).units(),
                Median.of(alike, Measured::clockNanos),
                Median.of(alike, Measured::masterLoopNanos),
                Median.of(alike, Measured::applicationNanos),
                Median.of(alike, Measured::workerLoopNanos),
                Median.of(alike, Measured::slotNanos),
                Median.of(alike, Measured::messages));
    }

    /** Over the count of what it does, so many times for each unit. */
    private static Decline decline(
            List<Measured> first, List<Measured> later, ToDoubleFunction<Measured> cost, int times) {
        double usual = mean(later, cost);
        Decline best = Decline.NONE;
        double least = Double.POSITIVE_INFINITY;
        for (double count = FEWEST; count < MOST && usual > 0; count *= STEP) {
            double squares = 0;
            double products = 0;
            double wanted = 0;
            double before = 0;
            for (Measured each : first) {
                double end = before + times * (each.units() + 1.0);
                double left = count * (Math.exp(-before / count) - Math.exp(-end / count)) / (end - before);
                double more = cost.applyAsDouble(each) / usual - 1;
                squares += left * left;
                products += left * more;
                wanted += more * more;
                before = end;
            }
            double more = squares == 0 ? 0 : Math.max(0, products / squares);
            double missed = wanted - 2 * more * products + more * more * squares;
            if (more > 0 && missed < least) {
                least = missed;
                best = new Decline(more, count);
            }
        }
        return best;
    }

    /**
     * Which part of what the threads spend is between a unit's leaving and its result's coming, 0 to 1: some of it,
     * such as looking for more work before going to sleep, is while others go on, so that together they may spend more
     * than the clock shows.
     */
    private static double onTheWay(List<Measured> plain) {
        double busy = busy(plain);
        return busy == 0 ? 1 : Math.min(1, mean(plain, Measured::clockNanos) / busy);
    }

    private static double busy(List<Measured> plain) {
        return mean(plain, Measured::masterLoopNanos)
                + mean(plain, Measured::workerLoopNanos)
                + mean(plain, Measured::slotNanos);
    }

    /**
     * Between a message's leaving one thread and the next one's waking to it, one way: what no processor accounts for.
     * As threads have mostly fallen asleep when a message comes, it is what the clock shows when they have [ns].
     */
    public static double delayNanos(List<Measured> messages) {
        List<Measured> plain = plain(messages, false);
        List<Measured> asleep = plain(messages, true);
        double clock = mean(asleep.isEmpty() ? plain : asleep, Measured::clockNanos);
        return Math.max(0, clock - onTheWay(plain) * busy(plain)) / 2;
    }

    /** Those without content, with or without a pause before each. */
    private static List<Measured> plain(List<Measured> messages, boolean asleep) {
        return messages.stream()
                .filter(each -> each.step().inputBytes() == 0 && each.step().resultBytes() == 0)
                .filter(each -> each.step().pauseMicros() > 0 == asleep)
                .toList();
    }

    private static double perInput(List<Measured> messages, ToDoubleFunction<Measured> cost) {
        return slope(
                messages,
                cost,
                measured -> measured.step().inputBytes(),
                measured -> measured.step().resultBytes());
    }

    private static double perResult(List<Measured> messages, ToDoubleFunction<Measured> cost) {
        return slope(
                messages,
                cost,
                measured -> measured.step().resultBytes(),
                measured -> measured.step().inputBytes());
    }

    /** By least squares, over those whose other size is 0; never below 0. */
    private static double slope(
            List<Measured> messages,
            ToDoubleFunction<Measured> cost,
            ToDoubleFunction<Measured> size,
            ToDoubleFunction<Measured> otherSize) {
        List<Measured> those = messages.stream()
                .filter(each ->
                        otherSize.applyAsDouble(each) == 0 && each.step().pauseMicros() == 0)
                .toList();
        double meanSize = mean(those, size);
        double meanCost = mean(those, cost);
        double products = 0;
        double squares = 0;
        for (Measured each : those) {
            double distance = size.applyAsDouble(each) - meanSize;
            products += distance * (cost.applyAsDouble(each) - meanCost);
            squares += distance * distance;
        }
        return squares == 0 ? 0 : Math.max(0, products / squares);
    }

    private static double mean(List<Measured> of, ToDoubleFunction<Measured> figure) {
        return of.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double least(List<Measured> of, ToDoubleFunction<Measured> figure) {
        return of.stream().mapToDouble(figure).min().orElse(0);
    }
}
