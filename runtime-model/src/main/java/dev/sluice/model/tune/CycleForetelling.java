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
import java.util.HashMap;
import java.util.Map;

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
}
