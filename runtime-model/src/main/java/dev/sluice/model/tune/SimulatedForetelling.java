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
 * else from the description of the run. Whole cycles are simulated once for each setting. Confined to one decision.
 */
final class SimulatedForetelling implements Foretelling {
    private static final long CYCLE_SEED = 1;

    private final TunedRun run;
    private final SimulationStart start;
    private final UnitForecast forecast;
    private final Machines machines;
    private final int cycle;
    private final Map<Setting, Outlook> cycles = new HashMap<>();

    /** By seed: the units of the rest, which are the same under every setting. */
    private final Map<Long, Workload> rests = new HashMap<>();

    SimulatedForetelling(TunedRun run, SimulationStart start, UnitForecast forecast) {
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
        SimulationStart from = new SimulationStart(changed, start.hosts(), start.nowNanos(), open.isOver() ? 1 : 0);
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
        return run.terms()
                .withPolicy(handout.policy())
                .withWeighting(handout.weighting())
                .withPrefetch(handout.prefetch())
                .withSpeculation(handout.speculation())
                .withScript(Script.EMPTY)
                .withSeed(seed);
    }

    @Override
    public Outlook cycle(Setting setting) {
        return cycles.computeIfAbsent(setting, this::simulated);
    }

    private Outlook simulated(Setting setting) {
        Workload one = new OneCycle(units(CYCLE_SEED), cycle);
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
