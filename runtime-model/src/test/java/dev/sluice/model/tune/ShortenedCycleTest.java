package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rest of a long cycle, foretold from its last units. */
class ShortenedCycleTest {
    private static final long UNITS = 20_000;
    private static final long MOST = 1_000;

    /** Keeps the states of a run at its checkpoints, with the times of units until the first. */
    private static final class Keeper implements Steering {
        private final List<SimulationStart> kept = new ArrayList<>();
        private final UnitForecast forecast = new UnitForecast();

        Keeper() {
            forecast.begin(0, UNITS);
        }

        @Override
        public void returned(int host, int cycle, List<ResultRun> runs) {
            if (kept.isEmpty()) {
                runs.forEach(run -> forecast.add(host, run));
            }
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            kept.add(controls.state());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = PolicyName.class,
            names = {"FIXED"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldForetellWhatTheWholeCycleWould(PolicyName policy) {
        SimulationTerms terms = SimulationTerms.DEFAULT.withPrefetch(0);
        Workload workload = Workloads.drawn(
                new Workloads.Shape(1, UNITS, 1_000),
                new Workloads.Spreads(
                        new Distribution.LogNormal(2e6, 1e6),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(1_000)),
                3);
        Machines machines = Machines.star(4, 2, Wire.duplex(125e6).withLatency(200_000));
        Overheads overheads = Overheads.MEASURED.withStart(0).withWarming(Overheads.Warming.NONE);
        Keeper keeper = new Keeper();
        Simulation.run(workload, machines, overheads, terms, Timeline.NONE, keeper);
        SimulationStart at = keeper.kept.get(0);
        TunedRun run = new TunedRun(workload, machines, overheads, terms);
        Setting setting = Setting.of(at.open().handout()).with(new FixedChoice(policy, Weighting.EQUAL, 0));

        Foretelling whole = new SimulatedForetelling(run, at, keeper.forecast, SimulatedForetelling.Scale.ALL);
        Foretelling shortened =
                new SimulatedForetelling(run, at, keeper.forecast, new SimulatedForetelling.Scale(MOST, false, true));

        assertThat(LastUnits.canShorten(at.open(), MOST)).isTrue();
        assertThat(shortened.rest(setting, 5) / whole.rest(setting, 5)).isCloseTo(1, within(0.05));
        assertThat(shortened.cycle(setting).end() / whole.cycle(setting).end()).isCloseTo(1, within(0.05));
    }
}
