package dev.sluice.model.tune;

import dev.sluice.model.policy.Policy;
import dev.sluice.model.simulate.CycleLine;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Foretells whole cycles by simulation, once for each setting. A cycle is the second one of two: the last setups of
 * another one may still be leaving, and the speeds that were seen in it decide who gets the setup first. Cycles with
 * more units than wanted are shortened: the time of the units that were left out follows from a cycle that is half as
 * long. Confined to one decision.
 */
abstract class CycleForetelling implements Foretelling {
    private static final long SEED = 1;

    private final long units;
    private final long most;
    private final Overheads overheads;
    private final SimulationTerms terms;
    private final Map<Setting, Outlook> cycles = new HashMap<>();

    /**
     * @param units of a cycle
     * @param most units of a cycle that are simulated
     */
    CycleForetelling(long units, long most, Overheads overheads, SimulationTerms terms) {
        this.units = units;
        this.most = most;
        this.overheads = overheads.withStart(0);
        this.terms = terms;
    }

    /** The machines under a setting. */
    abstract World machines(Setting setting);

    /** Times of units on a host over those of the mean host. */
    abstract double ratio(World machines, int host);

    /** A cycle of so many units, so many times. */
    abstract Workload workload(long seed, long ofUnits, int times);

    @Override
    public final Outlook cycle(Setting setting) {
        return cycles.computeIfAbsent(setting, this::simulated);
    }

    private Outlook simulated(Setting setting) {
        return units <= most
                ? simulated(setting, units)
                : simulated(setting, most).prolonged((double) units / most, simulated(setting, most / 2));
    }

    private Outlook simulated(Setting setting, long ofUnits) {
        World machines = machines(setting).with(overheads, terms(setting));
        double first = simulated(machines, SEED, ofUnits, 1, Timeline.NONE).seconds();
        OutlookTimeline second = new OutlookTimeline(host -> ratio(machines, host), Math.round(first * 1e9));
        return second.outlook(simulated(machines, SEED, ofUnits, 2, second).seconds() - first);
    }

    private SimulationTerms terms(Setting setting) {
        Policy policy = setting.policy();
        return policy == null ? terms : terms.with(terms.handout().with(policy));
    }

    private SimulationReport simulated(World machines, long seed, long ofUnits, int times, Timeline timeline) {
        return Simulation.run(
                workload(seed, ofUnits, times), machines.with(machines.terms().withSeed(seed)), timeline);
    }

    /** Time of a whole cycle whose units are drawn with this seed [s]. */
    final double cycleSeconds(Setting setting, long seed) {
        if (units <= most) {
            return second(setting, seed, units);
        }
        return CycleLine.through(
                        most, second(setting, seed, most), (double) (most / 2), second(setting, seed, most / 2))
                .at(units);
    }

    private double second(Setting setting, long seed, long ofUnits) {
        World machines = machines(setting).with(overheads, terms(setting));
        return simulated(machines, seed, ofUnits, 2, Timeline.NONE)
                        .cycles()
                        .get(1)
                        .nanos()
                / 1e9;
    }

    /**
     * Notes when each share of the work of the second cycle of a simulation was done, from its begin. Confined to its
     * simulation.
     */
    private static final class OutlookTimeline implements Timeline {
        private static final int STEPS = 64;

        private final IntToDoubleFunction ratio;
        private final long beganNanos;

        /** When each part ended [ns], in ascending order, and its work. */
        private long[] ends = new long[1024];

        private double[] works = new double[1024];
        private int parts;
        private double sum;

        /**
         * @param ratio by host, its times of units over those of the mean host
         * @param beganNanos when the second cycle began [ns]
         */
        OutlookTimeline(IntToDoubleFunction ratio, long beganNanos) {
            this.ratio = ratio;
            this.beganNanos = beganNanos;
        }

        @Override
        public void computed(
                int host,
                int slot,
                int cycle,
                long firstUnit,
                int units,
                long fromNanos,
                long toNanos,
                boolean finished) {
            if (cycle == 0) {
                return;
            }
            long end = toNanos - beganNanos;
            double work = (toNanos - fromNanos) / ratio.applyAsDouble(host);
            sum += work;
            if (parts == ends.length) {
                ends = Arrays.copyOf(ends, 2 * parts);
                works = Arrays.copyOf(works, 2 * parts);
            }
            int place = parts++;
            while (place > 0 && ends[place - 1] > end) { // parts come nearly in the order of their ends
                ends[place] = ends[place - 1];
                works[place] = works[place - 1];
                place--;
            }
            ends[place] = end;
            works[place] = work;
        }

        /** The cycle, which took this long [s]. */
        Outlook outlook(double whole) {
            double[] seconds = new double[STEPS + 1];
            double end = Math.max(whole, Double.MIN_NORMAL);
            double done = 0;
            int step = 0;
            for (int part = 0; part < parts; part++) {
                done += works[part];
                while (step < STEPS - 1 && done * STEPS >= (step + 1) * sum) {
                    step++;
                    seconds[step] = Math.min(ends[part] / 1e9, end);
                }
            }
            while (step < STEPS) {
                step++;
                seconds[step] = end;
            }
            return new Outlook(seconds);
        }
    }
}
