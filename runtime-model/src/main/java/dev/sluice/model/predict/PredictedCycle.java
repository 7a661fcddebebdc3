package dev.sluice.model.predict;

import dev.sluice.model.flow.ProcessorShare;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.schedule.Event;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Predicts the unit times and sizes of a cycle from its executed units, interpolated in the order of their indices,
 * with a confidence interval of the total. Times are those of one slot of the machine that executed the sample.
 * Immutable.
 */
public final class PredictedCycle {
    /** Minimum compute time of a unit on average [s]. */
    private static final double LEAST_SECONDS = 1e-9;

    private static final int LEAST_SPREAD = 10;

    private final long units;
    private final long setupBytes;
    private final List<SampledUnit> sample;
    private final Interpolation compute;
    private final Interpolation input;
    private final Interpolation result;
    private final Interpolation accept;
    private final CombinedValue combined;
    private final List<Event.Sized> kinds;
    private final boolean open;

    /**
     * @param units number of units of the cycle, at least 1
     * @param setupBytes encoded setup of the cycle, for each worker [bytes]
     * @param executed the executed units, at least one, in any order
     */
    public PredictedCycle(long units, long setupBytes, List<SampledUnit> executed) {
        this(units, setupBytes, executed, CombinedValue.NONE);
    }

    /**
     * The same with results that workers combine.
     *
     * @param combined their values; {@link CombinedValue#NONE} if results are not combined
     */
    public PredictedCycle(long units, long setupBytes, List<SampledUnit> executed, CombinedValue combined) {
        this(units, setupBytes, executed, combined, List.of(), false);
    }

    private PredictedCycle(
            long units,
            long setupBytes,
            List<SampledUnit> executed,
            CombinedValue combined,
            List<Event.Sized> kinds,
            boolean open) {
        this.kinds = List.copyOf(kinds);
        this.open = open;
        if (executed.isEmpty() || units < executed.size()) {
            throw new IllegalArgumentException(
                    executed.size() + " of " + units + " units executed (expected: 1 to all)");
        }
        this.units = units;
        this.setupBytes = setupBytes;
        this.sample = executed.stream()
                .sorted(Comparator.comparingLong(SampledUnit::index))
                .toList();
        this.compute = interpolation(SampledUnit::computeSeconds);
        this.input = interpolation(SampledUnit::inputBytes);
        this.result = interpolation(SampledUnit::resultBytes);
        this.accept = interpolation(SampledUnit::acceptSeconds);
        this.combined = combined;
    }

    /**
     * The same cycle with needs of units.
     *
     * @param sized the units that need other than one slot
     * @param grows whether it gets more units while it runs, which nobody knows yet
     */
    public PredictedCycle with(List<Event.Sized> sized, boolean grows) {
        return new PredictedCycle(units, setupBytes, sample, combined, sized, grows);
    }

    /** The units that need other than one slot. */
    public List<Event.Sized> kinds() {
        return kinds;
    }

    /** The same as shares, with the times that are predicted for them. */
    public UnitMix mix() {
        double all = totalSeconds() / units;
        return UnitMix.of(kinds.stream()
                .map(kind -> {
                    long[] bounds = kind.units().bounds();
                    double seconds = 0;
                    for (int i = 0; i < bounds.length; i += 2) {
                        seconds += seconds(bounds[i], bounds[i + 1]);
                    }
                    long count = kind.units().size();
                    return new UnitMix.Kind(
                            kind.needs(), (double) count / units, all > 0 && count > 0 ? seconds / count / all : 1);
                })
                .toList());
    }

    /** True if these are the units known so far, and more come while the cycle runs. */
    public boolean open() {
        return open;
    }

    private Interpolation interpolation(ToDoubleFunction<SampledUnit> quantity) {
        return new Interpolation(
                sample.stream().mapToLong(SampledUnit::index).toArray(),
                sample.stream().mapToDouble(quantity).toArray());
    }

    /** Number of units of the cycle. */
    public long units() {
        return units;
    }

    /** Encoded setup of the cycle, for each worker [bytes]. */
    public long setupBytes() {
        return setupBytes;
    }

    /** The executed units, by ascending index. */
    public List<SampledUnit> sample() {
        return sample;
    }

    /** Compute time of all units on one slot [s]. */
    public double totalSeconds() {
        return compute.sum(0, units);
    }

    /** Compute time of one unit on one slot [s]. */
    public double seconds(long unit) {
        return compute.at(unit);
    }

    /** Compute time of units [from, to) on one slot [s]. */
    public double seconds(long from, long to) {
        return compute.sum(from, to);
    }

    /** Encoded inputs of units [from, to) [bytes]. */
    public double inputBytes(long from, long to) {
        return input.sum(from, to);
    }

    /** Encoded results of units [from, to) [bytes]. */
    public double resultBytes(long from, long to) {
        return result.sum(from, to);
    }

    /** Time to accept the results of units [from, to) on the master [s]. */
    public double acceptSeconds(long from, long to) {
        return accept.sum(from, to);
    }

    /** The values that workers return if they combine results. */
    public CombinedValue combined() {
        return combined;
    }

    /**
     * Share of the units' times in which they use their processor, 0 to 1: processor time over wall time of all units
     * with both. 1 if it is unknown, and for units that all but compute.
     */
    public double cpuShare() {
        double cpu = 0;
        double wall = 0;
        for (SampledUnit unit : sample) {
            if (unit.cpuSeconds() >= 0) {
                cpu += unit.cpuSeconds();
                wall += unit.computeSeconds();
            }
        }
        return ProcessorShare.used(cpu / wall);
    }

    /** Average costs of a unit over the cycle. */
    public UnitCosts averages() {
        return new UnitCosts(
                        Math.max(LEAST_SECONDS, totalSeconds() / units),
                        acceptSeconds(0, units) / units,
                        inputBytes(0, units) / units,
                        resultBytes(0, units) / units,
                        setupBytes)
                .withCpuShare(cpuShare());
    }

    /** The confidence interval of the total, by {@link Bootstrap#interval}; exact if every unit was executed. */
    public Interval interval(RandomGenerator chance) {
        return unlessFew(() -> Bootstrap.interval(computeSeconds(), chance));
    }

    /** The confidence interval of the total if neighbours are alike, by {@link Bootstrap#inOrder}. */
    public Interval intervalInOrder() {
        return unlessFew(() -> Bootstrap.inOrder(computeSeconds()));
    }

    /** Few units tell nothing of their spread: four at the borders of a picture are alike. */
    private Interval unlessFew(Supplier<Interval> spread) {
        double left = 1 - sample.size() / (double) units;
        return left == 0
                ? Interval.EXACT
                : sample.size() >= LEAST_SPREAD
                        ? spread.get()
                        : new Interval(left * Interval.UNSURE.low(), left * Interval.UNSURE.high());
    }

    private double[] computeSeconds() {
        return sample.stream().mapToDouble(SampledUnit::computeSeconds).toArray();
    }
}
