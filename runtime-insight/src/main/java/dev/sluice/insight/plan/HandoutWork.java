package dev.sluice.insight.plan;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.PredictedWorkload;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The units of a run, for comparing ways to hand them out.
 *
 * @param costs of one unit on average, on a slot of speed 1
 * @param cycle the times and sizes of its units, in proportion; of equal ones if only averages are known
 * @param cycles number of cycles, at least 1
 */
record HandoutWork(UnitCosts costs, PredictedCycle cycle, int cycles) {
    /** Samples that are further apart than this say nothing of the spread of neighbours. */
    private static final double MOST_SPREAD = 1;

    /** Cycles of equal units. */
    static HandoutWork equal(long units, UnitCosts costs, int cycles) {
        SampledUnit mean = new SampledUnit(
                0,
                costs.unitSeconds(),
                Math.round(costs.inputBytes()),
                Math.round(costs.resultBytes()),
                costs.resultSeconds(),
                costs.cpuShare() * costs.unitSeconds());
        PredictedCycle cycle = new PredictedCycle(units, Math.round(costs.setupBytes()), List.of(mean));
        return new HandoutWork(costs, cycle, cycles);
    }

    long units() {
        return cycle.units();
    }

    /** Takes so many units of each of the first cycles, evenly spread, for these machines. */
    Workload some(long count, int ofCycles, World machines) {
        double slower = costs.unitSeconds() / cycle.averages().unitSeconds();
        Workload all = PredictedWorkload.of(cycle, cycle.units()).times(slower).on(machines);
        Workload some = new Some(all, Math.min(count, cycle.units()), ofCycles, new double[0][]);
        return cycle.kinds().isEmpty() ? Workloads.mixed(some, costs.mix(), some.units(0)) : some;
    }

    /** The same units, whose times are drawn about those that were interpolated. */
    Workload drawn(Workload units, SplittableRandom chance) {
        double spread = spread();
        double[][] factors = new double[units.cycles()][];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = new double[(int) units.units(i)];
            for (int unit = 0; unit < factors[i].length; unit++) {
                factors[i][unit] = HandoutRace.factor(spread, chance);
            }
        }
        return new Some(units, units.units(0), units.cycles(), factors);
    }

    /** Standard deviation of the logarithm of a unit's time about the line between its executed neighbours. */
    private double spread() {
        List<SampledUnit> sample = cycle.sample();
        double squares = 0;
        int count = 0;
        for (int i = 1; i < sample.size() - 1; i++) {
            SampledUnit before = sample.get(i - 1);
            SampledUnit unit = sample.get(i);
            SampledUnit after = sample.get(i + 1);
            double place = (double) (unit.index() - before.index()) / (after.index() - before.index());
            double line = before.computeSeconds() + place * (after.computeSeconds() - before.computeSeconds());
            if (line > 0 && unit.computeSeconds() > 0) {
                // The two neighbours vary, too: 1 + 1/4 + 1/4 of the variance.
                squares += Math.pow(Math.log(unit.computeSeconds() / line), 2) / 1.5;
                count++;
            }
        }
        return count == 0 ? 0 : Math.min(MOST_SPREAD, Math.sqrt(squares / count));
    }

    /** Repeats some units of the first cycle, with times that are multiplied. */
    private static final class Some extends WorkloadLike {
        private final long count;
        private final int cycles;
        private final double[][] factors;

        /** @param factors by cycle and unit; empty for none */
        Some(Workload like, long count, int cycles, double[][] factors) {
            super(like);
            this.count = count;
            this.cycles = cycles;
            this.factors = factors;
        }

        private long place(long unit) {
            long all = super.units(0);
            return count == all ? unit : (long) ((double) unit / count * all);
        }

        @Override
        public int cycles() {
            return cycles;
        }

        @Override
        public long units(int cycle) {
            return count;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            long nanos = super.computeNanos(0, place(unit));
            return factors.length == 0 ? nanos : Math.round(nanos * factors[cycle][(int) unit]);
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return super.inputBytes(0, place(unit));
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return super.resultBytes(0, place(unit));
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return super.acceptNanos(0, place(unit));
        }
    }
}
