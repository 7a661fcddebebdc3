package dev.sluice.model.tune;

import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Foretells by simulation with what was measured: unit times and the hosts' speeds from the units so far, everything
 * else from the description of the run. Whole cycles are simulated once for each setting. Cycles with more units than
 * wanted are shortened: the time of the units that were left out follows from a cycle that is half as long. Confined to
 * one decision.
 */
final class SimulatedForetelling implements Foretelling {
    private static final long CYCLE_SEED = 1;

    private final TunedRun run;
    private final SimulationStart start;
    private final UnitForecast forecast;
    private final Machines machines;
    private final int cycle;
    private final long most;
    private final boolean steady;
    private final Map<Setting, Outlook> cycles = new HashMap<>();

    /** Settings under which a rest was foretold. */
    private final Set<Setting> settings = new HashSet<>();

    /** The units of the rest, by seed. They are the same under every setting. */
    private final Map<Long, Workload> rests = new HashMap<>();

    /**
     * @param most units of a cycle that are simulated
     * @param steady whether a whole cycle follows another one, whose last setups may still be leaving
     */
    SimulatedForetelling(TunedRun run, SimulationStart start, UnitForecast forecast, long most, boolean steady) {
        this.most = most;
        this.steady = steady;
        this.run = run;
        this.start = start;
        this.forecast = forecast;
        this.machines = forecast.machines(run.machines());
        this.cycle = start.open().cycle() + (start.open().isOver() ? 1 : 0);
    }

    @Override
    public double rest(Setting setting, long seed) {
        settings.add(setting);
        if (!steady) {
            return fromHere(setting, seed);
        }
        long units = run.workload().units(cycle);
        if (units <= most) {
            return secondCycle(setting, seed, units);
        }
        double shorter = secondCycle(setting, seed, most);
        double more = Math.max(0, shorter - secondCycle(setting, seed, most / 2));
        return shorter + more * (units - most) / (most - most / 2);
    }

    private double fromHere(Setting setting, long seed) {
        OpenCycle open = start.open();
        List<OpenCycle.OpenWorker> workers =
                open.workers().stream().map(worker -> parked(worker, setting)).toList();
        int later = open.isOver() ? 1 : 0;
        SimulationStart from = new SimulationStart(open.withWorkers(workers), start.hosts(), start.nowNanos(), later);
        return Simulation.rest(units(seed), machines, run.overheads().withStart(0), terms(seed), from)
                        .seconds()
                - start.nowNanos() / 1e9;
    }

    private OpenCycle.OpenWorker parked(OpenCycle.OpenWorker worker, Setting setting) {
        Integer host = start.hosts().get(worker.id());
        return worker.withParked(host != null && setting.parked().contains(host));
    }

    private SimulationTerms terms(long seed) {
        return run.terms().withScript(Script.EMPTY).withSeed(seed);
    }

    /** The number of settings under which a rest was foretold. */
    int settings() {
        return settings.size();
    }

    private double secondCycle(Setting setting, long seed, long units) {
        return simulated(setting, seed, cycle(seed, units).times(2), Timeline.NONE)
                        .cycles()
                        .get(1)
                        .nanos()
                / 1e9;
    }

    private Workload units(long seed) {
        return rests.computeIfAbsent(seed, drawn -> forecast.rest(run.workload(), start, drawn));
    }

    @Override
    public Outlook cycle(Setting setting) {
        return cycles.computeIfAbsent(setting, this::simulated);
    }

    private Outlook simulated(Setting setting) {
        long units = run.workload().units(cycle);
        return units <= most
                ? simulated(setting, units)
                : simulated(setting, most).prolonged((double) units / most, simulated(setting, most / 2));
    }

    private Outlook simulated(Setting setting, long units) {
        OneCycle one = cycle(CYCLE_SEED, units);
        OutlookTimeline timeline = new OutlookTimeline(forecast::ratio);
        if (!steady) {
            return timeline.outlook(
                    simulated(setting, CYCLE_SEED, one, timeline).seconds());
        }
        double first = simulated(setting, CYCLE_SEED, one, Timeline.NONE).seconds();
        SecondCycle second = new SecondCycle(timeline, Math.round(first * 1e9));
        return timeline.outlook(
                simulated(setting, CYCLE_SEED, one.times(2), second).seconds() - first);
    }

    /** A cycle of so many units, evenly taken from those of the cycle. */
    private OneCycle cycle(long seed, long units) {
        return new OneCycle(units(seed), cycle, units);
    }

    private SimulationReport simulated(Setting setting, long seed, Workload cycles, Timeline timeline) {
        return Simulation.run(
                cycles,
                TunedRun.without(machines, setting.parked()),
                run.overheads().withStart(0),
                terms(seed),
                timeline);
    }

    @Override
    public double flowSeconds(Setting setting) {
        UnitCosts costs = run.costs(forecast, cycle);
        Machines active = TunedRun.without(machines, setting.parked());
        int[] hosts = TunedRun.hosts(active);
        return CyclePhases.of(
                        Placement.solve(active.view(), costs).solution(active.master(), hosts),
                        costs,
                        run.workload().units(cycle),
                        hosts)
                .seconds();
    }
}
