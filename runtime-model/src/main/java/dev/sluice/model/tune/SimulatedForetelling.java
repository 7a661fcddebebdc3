package dev.sluice.model.tune;

import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import java.util.HashMap;
import java.util.Map;

/**
 * Foretells the next cycle with other numbers of workers, by what was measured: unit times and the hosts' speeds from
 * the units so far, everything else from the description of the run. Confined to one decision.
 */
final class SimulatedForetelling extends CycleForetelling {
    private final TunedRun run;
    private final SimulationStart start;
    private final UnitForecast forecast;
    private final Machines machines;
    private final int cycle;

    /** The units of the rest, by seed. They are the same under every setting. */
    private final Map<Long, Workload> rests = new HashMap<>();

    /** @param most units of a cycle that are simulated */
    SimulatedForetelling(TunedRun run, SimulationStart start, UnitForecast forecast, long most) {
        super(
                run.workload().units(cycle(start)),
                most,
                run.overheads(),
                run.terms().withScript(Script.EMPTY));
        this.run = run;
        this.start = start;
        this.forecast = forecast;
        this.machines = forecast.machines(run.machines());
        this.cycle = cycle(start);
    }

    private static int cycle(SimulationStart start) {
        return start.open().cycle() + (start.open().isOver() ? 1 : 0);
    }

    @Override
    public double rest(Setting setting, long seed) {
        return cycleSeconds(setting, seed);
    }

    @Override
    Machines machines(Setting setting) {
        return TunedRun.without(machines, setting.parked());
    }

    @Override
    double ratio(Machines active, int host) {
        return forecast.ratio(host);
    }

    @Override
    Workload workload(long seed, long ofUnits, int times) {
        Workload rest = rests.computeIfAbsent(seed, drawn -> forecast.rest(run.workload(), start, drawn));
        return new OneCycle(rest, cycle, ofUnits, times);
    }

    @Override
    public double flowSeconds(Setting setting) {
        UnitCosts costs = run.costs(forecast, cycle);
        Machines active = machines(setting);
        int[] hosts = TunedRun.hosts(active);
        return CyclePhases.of(
                        Placement.solve(active.view(), costs).solution(active.master(), hosts),
                        costs,
                        run.workload().units(cycle),
                        hosts)
                .seconds();
    }
}
