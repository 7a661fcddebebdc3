package dev.sluice.model.tune;

import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.World;
import java.util.HashMap;
import java.util.Map;

/**
 * Foretells the next cycle with other numbers of workers, by what was measured: unit times and the hosts' speeds from
 * the units so far, everything else from the description of the run. Confined to one decision.
 */
final class SimulatedForetelling extends CycleForetelling {
    private final Run run;
    private final SimulationStart start;
    private final UnitForecast forecast;
    private final World machines;
    private final int cycle;

    /** The units of the rest, by seed. They are the same under every setting. */
    private final Map<Long, Workload> rests = new HashMap<>();

    /** @param most units of a cycle that are simulated */
    SimulatedForetelling(Run run, SimulationStart start, UnitForecast forecast, long most) {
        super(
                run.work().units(cycle(start)),
                most,
                run.world().costs(),
                run.world().terms().withScript(Script.EMPTY));
        this.run = run;
        this.start = start;
        this.forecast = forecast;
        this.machines = forecast.machines(run.world().withStarts());
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
    World machines(Setting setting) {
        return machines.parked(setting.parked());
    }

    @Override
    double ratio(World active, int host) {
        return forecast.ratio(host);
    }

    @Override
    Workload workload(long seed, long ofUnits, int times) {
        Workload rest = rests.computeIfAbsent(seed, drawn -> forecast.rest(run.work(), start, drawn));
        return new OneCycle(rest, cycle, ofUnits, times);
    }

    @Override
    public double flowSeconds(Setting setting) {
        UnitCosts costs = forecast.costs(run, cycle);
        World active = machines(setting);
        int[] hosts = active.hosts();
        return CyclePhases.of(
                        Placement.solve(active.view(), costs).solution(active.master(), hosts),
                        costs,
                        run.work().units(cycle),
                        hosts)
                .seconds();
    }

    /** One cycle of another workload, once or several times. Of a cycle of many units, only every n-th is taken. */
    private static final class OneCycle extends WorkloadLike {
        private final int cycle;
        private final long units;
        private final int times;

        /**
         * @param units that are taken; at most those of the cycle
         * @param times how often the cycle follows itself
         */
        OneCycle(Workload like, int cycle, long units, int times) {
            super(like);
            this.cycle = cycle;
            this.units = units;
            this.times = times;
        }

        /** The unit of the other workload. */
        private long place(long unit) {
            long all = super.units(cycle);
            return units == all ? unit : (long) ((double) unit / units * all);
        }

        @Override
        public int cycles() {
            return times;
        }

        @Override
        public long units(int only) {
            return units;
        }

        @Override
        public long setupBytes(int only) {
            return super.setupBytes(cycle);
        }

        @Override
        public long computeNanos(int only, long unit) {
            return super.computeNanos(cycle, place(unit));
        }

        @Override
        public long inputBytes(int only, long unit) {
            return super.inputBytes(cycle, place(unit));
        }

        @Override
        public long resultBytes(int only, long unit) {
            return super.resultBytes(cycle, place(unit));
        }

        @Override
        public long acceptNanos(int only, long unit) {
            return super.acceptNanos(cycle, place(unit));
        }

        @Override
        public long foldedBytes(int only) {
            return super.foldedBytes(cycle);
        }

        @Override
        public long mergeNanos(int only) {
            return super.mergeNanos(cycle);
        }
    }
}
