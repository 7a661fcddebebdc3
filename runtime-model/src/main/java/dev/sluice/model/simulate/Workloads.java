package dev.sluice.model.simulate;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;

/** Workloads from averages, distributions, or values for each unit. */
public final class Workloads {
    private Workloads() {}

    /** Cycles of identical units. */
    public static Workload constant(int cycles, long units, UnitCosts costs) {
        Workload drawn = drawn(new Shape(cycles, units, Math.round(costs.setupBytes())), Spreads.of(costs), 1);
        boolean usual = costs.cpuShare() == 1 && costs.results() != ResultsKind.ACCUMULATED;
        return mixed(usual ? drawn : new CostedWorkload(drawn, costs), costs.mix(), units);
    }

    /** The same units with needs; {@code units} of each cycle. */
    public static Workload mixed(Workload like, UnitMix mix, long units) {
        return mix.isNone() ? like : new MixedWorkload(like, mix, units);
    }

    /** Units with drawn values; equal seeds give equal units. */
    public static Workload drawn(Shape shape, Spreads spreads, long seed) {
        return new DrawnWorkload(shape, spreads, seed);
    }

    /**
     * Replaces the compute times of another workload. Unit i of each cycle takes {@code nanos[i]}; after the last value
     * they repeat.
     *
     * @param nanos one or more, none negative; not copied [ns]
     */
    public static Workload traced(Workload like, long... nanos) {
        return new TracedWorkload(like, nanos);
    }

    /**
     * Cycles of equal size.
     *
     * @param cycles number of cycles, at least 1
     * @param units units of each cycle, 0 or more
     * @param setupBytes setup of each cycle [bytes]
     */
    public record Shape(int cycles, long units, long setupBytes) {
        public Shape {
            if (cycles < 1 || units < 0 || setupBytes < 0) {
                throw new IllegalArgumentException(cycles + " cycles of " + units + " units, setup of " + setupBytes
                        + " bytes (expected: at least one cycle, nothing negative)");
            }
        }
    }

    /**
     * Distributions of the values of units.
     *
     * @param computeNanos c_w [ns]
     * @param inputBytes S_in [bytes]
     * @param resultBytes S_out [bytes]
     * @param acceptNanos c_m [ns]
     */
    public record Spreads(
            Distribution computeNanos, Distribution inputBytes, Distribution resultBytes, Distribution acceptNanos) {
        /** Fixed values for all units. */
        public static Spreads of(UnitCosts costs) {
            return new Spreads(
                    new Distribution.Fixed(costs.unitSeconds() * 1e9),
                    new Distribution.Fixed(costs.inputBytes()),
                    new Distribution.Fixed(costs.resultBytes()),
                    new Distribution.Fixed(costs.resultSeconds() * 1e9));
        }
    }
}
