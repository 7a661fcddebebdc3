package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.schedule.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** A copy of another workload with given compute times. */
    private static final class TracedWorkload extends WorkloadLike {
        private final long[] nanos;

        TracedWorkload(Workload like, long[] nanos) {
            super(like);
            if (nanos.length == 0) {
                throw new IllegalArgumentException("a trace without a time (expected: one for each unit)");
            }
            for (long time : nanos) {
                if (time < 0) {
                    throw new IllegalArgumentException("a unit of " + time + " ns (expected: not negative)");
                }
            }
            this.nanos = nanos;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return nanos[(int) (unit % nanos.length)];
        }
    }

    /** Units that use their processors for a part of their time, or whose results are combined, as their costs say. */
    private static final class CostedWorkload extends WorkloadLike {
        private final UnitCosts costs;

        CostedWorkload(Workload like, UnitCosts costs) {
            super(like);
            this.costs = costs;
        }

        @Override
        public double cpuShare() {
            return costs.cpuShare();
        }

        @Override
        public long foldedBytes(int cycle) {
            return Math.round(costs.valueBytes());
        }

        @Override
        public long mergeNanos(int cycle) {
            return Math.round(costs.mergeSeconds() * 1e9);
        }
    }

    /** Units of several kinds, evenly mixed, each kind with its own mean time. */
    private static final class MixedWorkload extends WorkloadLike {
        private final List<Amounts> turns;
        private final List<Event.Sized> kinds;
        private final Map<Amounts, Double> longer = new HashMap<>();
        private final double others;

        MixedWorkload(Workload like, UnitMix mix, long units) {
            super(like);
            Map<Amounts, Double> shares = new LinkedHashMap<>();
            for (UnitMix.Kind kind : mix.kinds()) {
                shares.put(kind.needs(), kind.share());
                longer.put(kind.needs(), kind.longer());
            }
            this.others = mix.plainLonger();
            this.turns = SizedWorkload.mixed(shares);
            this.kinds = SizedWorkload.repeated(turns, units);
        }

        @Override
        public List<Event.Sized> kinds(int cycle) {
            return kinds;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            Amounts needs = turns.get((int) (unit % turns.size()));
            return Math.round(super.computeNanos(cycle, unit) * longer.getOrDefault(needs, others));
        }
    }

    /** Units whose values are drawn from distributions. A fixed value is rounded only once. */
    private static final class DrawnWorkload implements Workload {
        private final Workloads.Shape shape;
        private final Series compute;
        private final Series input;
        private final Series result;
        private final Series accept;

        DrawnWorkload(Workloads.Shape shape, Workloads.Spreads spreads, long seed) {
            this.shape = shape;
            this.compute = new Series(spreads.computeNanos(), seed, UnitRandom.TIME);
            this.input = new Series(spreads.inputBytes(), seed, UnitRandom.INPUT_SIZE);
            this.result = new Series(spreads.resultBytes(), seed, UnitRandom.RESULT_SIZE);
            this.accept = new Series(spreads.acceptNanos(), seed, UnitRandom.ACCEPT_TIME);
        }

        /** One number per unit; the part of its key that all units of a cycle share is cached. */
        private static final class Series {
            private final Distribution distribution;
            private final long seed;
            private final int purpose;
            private final boolean fixed;
            private final long value;
            private int cycle = -1;
            private long series;

            Series(Distribution distribution, long seed, int purpose) {
                this.distribution = distribution;
                this.seed = seed;
                this.purpose = purpose;
                this.fixed = distribution instanceof Distribution.Fixed;
                this.value = Math.max(0, Math.round(distribution.mean()));
            }

            long value(int ofCycle, long unit) {
                if (fixed) {
                    return value;
                }
                if (ofCycle != cycle) {
                    cycle = ofCycle;
                    series = UnitRandom.series(seed, purpose, ofCycle);
                }
                return Math.max(0, Math.round(distribution.draw(UnitRandom.key(series, unit))));
            }
        }

        @Override
        public int cycles() {
            return shape.cycles();
        }

        @Override
        public long units(int cycle) {
            return shape.units();
        }

        @Override
        public long setupBytes(int cycle) {
            return shape.setupBytes();
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return compute.value(cycle, unit);
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return input.value(cycle, unit);
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return result.value(cycle, unit);
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return accept.value(cycle, unit);
        }
    }
}
