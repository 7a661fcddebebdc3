package dev.sluice.model.predict;

import dev.sluice.model.flow.UnitCosts;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * What the units of a cycle take, from those that were executed: interpolated in the order of their indices, with the
 * interval in which the total is expected. Times are those of one slot of the machine where the sample was executed.
 * Immutable.
 */
public final class PredictedCycle {
    /** A unit that computes nothing is taken for one that computes for so long. */
    private static final double LEAST_SECONDS = 1e-9;

    private final long units;
    private final long setupBytes;
    private final List<SampledUnit> sample;
    private final Interpolation compute;
    private final Interpolation input;
    private final Interpolation result;
    private final Interpolation accept;

    /**
     * @param units of the cycle, 1 at least
     * @param setupBytes of the cycle, encoded, for each worker
     * @param executed one at least, in any order
     */
    public PredictedCycle(long units, long setupBytes, List<SampledUnit> executed) {
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
    }

    private Interpolation interpolation(ToDoubleFunction<SampledUnit> quantity) {
        return new Interpolation(
                sample.stream().mapToLong(SampledUnit::index).toArray(),
                sample.stream().mapToDouble(quantity).toArray());
    }

    /** Of the cycle. */
    public long units() {
        return units;
    }

    /** Of the cycle, for each worker. */
    public long setupBytes() {
        return setupBytes;
    }

    /** What was executed, by ascending index. */
    public List<SampledUnit> sample() {
        return sample;
    }

    /** All units on one slot [s]. */
    public double totalSeconds() {
        return compute.sum(0, units);
    }

    /** What one unit takes on one slot [s]. */
    public double seconds(long unit) {
        return compute.at(unit);
    }

    /** Units [from, to) on one slot [s]. */
    public double seconds(long from, long to) {
        return compute.sum(from, to);
    }

    /** Inputs of units [from, to), encoded. */
    public double inputBytes(long from, long to) {
        return input.sum(from, to);
    }

    /** Results of units [from, to), encoded. */
    public double resultBytes(long from, long to) {
        return result.sum(from, to);
    }

    /** Accepting the results of units [from, to) on the master [s]. */
    public double acceptSeconds(long from, long to) {
        return accept.sum(from, to);
    }

    /** What one unit costs, on average over all. */
    public UnitCosts averages() {
        return new UnitCosts(
                Math.max(LEAST_SECONDS, totalSeconds() / units),
                acceptSeconds(0, units) / units,
                inputBytes(0, units) / units,
                resultBytes(0, units) / units,
                setupBytes);
    }

    /** Where the total is expected, by {@link Bootstrap#interval}; exact when every unit was executed. */
    public Interval interval(RandomGenerator chance) {
        return sample.size() == units ? Interval.EXACT : Bootstrap.interval(computeSeconds(), chance);
    }

    /** Where the total is expected if neighbours are alike, by {@link Bootstrap#inOrder}. */
    public Interval intervalInOrder() {
        return sample.size() == units ? Interval.EXACT : Bootstrap.inOrder(computeSeconds());
    }

    private double[] computeSeconds() {
        return sample.stream().mapToDouble(SampledUnit::computeSeconds).toArray();
    }
}
