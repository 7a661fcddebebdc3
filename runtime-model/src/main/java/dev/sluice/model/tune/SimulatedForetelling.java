package dev.sluice.model.tune;

import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    private final Map<Setting, Outlook> cycles = new HashMap<>();

    /** The units of the rest, by seed. They are the same under every setting. */
    private final Map<Long, Workload> rests = new HashMap<>();

    /** @param most units of a cycle that are simulated, unless workers hold too many of them */
    SimulatedForetelling(TunedRun run, SimulationStart start, UnitForecast forecast, long most) {
        this.most = most;
        this.run = run;
        this.start = start;
        this.forecast = forecast;
        this.machines = forecast.machines(run.machines());
        this.cycle = start.open().cycle() + (start.open().isOver() ? 1 : 0);
    }

    @Override
    public double rest(Setting setting, long seed) {
        OpenCycle open = start.open();
        List<OpenCycle.OpenWorker> workers =
                open.workers().stream().map(worker -> parked(worker, setting)).toList();
        OpenCycle changed = open.withWorkers(workers);
        if (!LastUnits.canShorten(changed, most)) {
            return rest(changed, setting, seed);
        }
        OpenCycle last = LastUnits.of(changed, most);
        OpenCycle half = LastUnits.of(changed, most / 2);
        double seconds = rest(last, setting, seed);
        double more = Math.max(0, seconds - rest(half, setting, seed));
        double left = left(last);
        return seconds + more * (left(changed) - left) / (left - left(half));
    }

    /** Forecast work of the units that no worker holds [s]. */
    private double left(OpenCycle open) {
        double[] sum = new double[1];
        open.pool().forEach((from, to) -> sum[0] += forecast.seconds(from, to));
        return sum[0];
    }

    private double rest(OpenCycle changed, Setting setting, long seed) {
        int later = start.open().isOver() ? 1 : 0;
        SimulationStart from = new SimulationStart(changed, start.hosts(), start.nowNanos(), later);
        return Simulation.rest(
                                units(seed),
                                machines,
                                run.overheads().withStart(0),
                                terms(setting.handout(), seed),
                                from)
                        .seconds()
                - start.nowNanos() / 1e9;
    }

    private Workload units(long seed) {
        return rests.computeIfAbsent(seed, drawn -> forecast.rest(run.workload(), start, drawn));
    }

    private OpenCycle.OpenWorker parked(OpenCycle.OpenWorker worker, Setting setting) {
        Integer host = start.hosts().get(worker.id());
        return worker.withParked(host != null && setting.parked().contains(host));
    }

    private SimulationTerms terms(Handout handout, long seed) {
        return run.terms().withHandout(handout).withScript(Script.EMPTY).withSeed(seed);
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
        Workload one = new OneCycle(units(CYCLE_SEED), cycle, units);
        OutlookTimeline timeline = new OutlookTimeline(forecast::ratio);
        double seconds = Simulation.run(
                        one,
                        TunedRun.without(machines, setting.parked()),
                        run.overheads().withStart(0),
                        terms(setting.handout(), CYCLE_SEED),
                        timeline)
                .seconds();
        return timeline.outlook(seconds);
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
