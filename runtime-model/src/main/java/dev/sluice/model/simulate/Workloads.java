package dev.sluice.model.simulate;

import dev.sluice.model.flow.UnitCosts;

/** Workloads from averages, distributions, or values for each unit. */
public final class Workloads {
    private Workloads() {}

    /** So many cycles of so many units that are all alike. */
    public static Workload constant(int cycles, long units, UnitCosts costs) {
        return drawn(new Shape(cycles, units, Math.round(costs.setupBytes())), Spreads.of(costs), 1);
    }

    /** Units whose values are drawn; equal seeds give equal units. */
    public static Workload drawn(Shape shape, Spreads spreads, long seed) {
        return new DrawnWorkload(shape, spreads, seed);
    }

    /**
     * With these compute times in place of those of another workload. Unit i of each cycle takes {@code nanos[i]}, and
     * after the last value they begin again.
     *
     * @param nanos one or more, none negative; not copied [ns]
     */
    public static Workload traced(Workload like, long... nanos) {
        return new TracedWorkload(like, nanos);
    }

    /**
     * Cycles that all have the same size.
     *
     * @param cycles at least 1
     * @param units of each, 0 or more
     * @param setupBytes of each [bytes]
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
     * How the values of units spread.
     *
     * @param computeNanos c_w [ns]
     * @param inputBytes S_in [bytes]
     * @param resultBytes S_out [bytes]
     * @param acceptNanos c_m [ns]
     */
    public record Spreads(
            Distribution computeNanos, Distribution inputBytes, Distribution resultBytes, Distribution acceptNanos) {
        /** The same for all units. */
        public static Spreads of(UnitCosts costs) {
            return new Spreads(
                    new Distribution.Fixed(costs.unitSeconds() * 1e9),
                    new Distribution.Fixed(costs.inputBytes()),
                    new Distribution.Fixed(costs.resultBytes()),
                    new Distribution.Fixed(costs.resultSeconds() * 1e9));
        }
    }
}
