package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTuningTest {
    private static final long UNITS = 2_000;
    private static final Handout START = new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0);
    private static final Workload WORKLOAD = Workloads.constant(1, UNITS, new UnitCosts(0.001, 1e-6, 100, 100, 1_000));
    private static final Machines MACHINES =
            Machines.star(4, 1, Wire.duplex(125e6).withLatency(400_000));
    private static final SimulationTerms TERMS =
            SimulationTerms.DEFAULT.withPrefetch(0).withSpeculation(0);

    private final RunTuning tuning = new RunTuning(START, EnumSet.of(Knob.WORKERS), null, SafetyLedger.KEPT);

    /** A tuner that came when a part of the cycle was done, as after the loss of a master. */
    private final class Late implements Steering {
        private final int from;
        private final TunedRun run = new TunedRun(WORKLOAD, MACHINES, Overheads.NONE, TERMS);

        Late(int from) {
            this.from = from;
            tuning.begin(0, UNITS);
        }

        @Override
        public void returned(int host, int cycle, List<ResultRun> runs) {
            if (runs.get(0).firstUnit() >= from) {
                tuning.returned(host, cycle, runs);
            }
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            if (!now.isEnd() && tuning.isTimed()) {
                tuning.decide(run, controls.state(), false, 200)
                        .forEach(change -> controls.handout(change.to().handout()));
            }
        }
    }

    private SimulationReport simulate(Steering steering) {
        return Simulation.run(WORKLOAD, MACHINES, Overheads.NONE, TERMS, Timeline.NONE, steering);
    }

    @Test
    void shouldTuneTheRestOfACycleOfWhichItHasNotSeenTheBegin() {
        double without = simulate(Steering.NONE).seconds();
        double with = simulate(new Late(600)).seconds();
        assertThat(tuning.steps()).hasSize(1);
        assertThat(tuning.steps().get(0).outcome()).startsWith("kept: ");
        assertThat(with).isLessThan(0.85 * without);
    }

    @Test
    void shouldNotCountLateCopiesOfAnEarlierCycle() {
        tuning.begin(1, UNITS);
        tuning.returned(1, 0, List.of(new ResultRun(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(tuning.isTimed()).isFalse();
        tuning.begin(0, 10);
        tuning.returned(1, 1, List.of(new ResultRun(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(tuning.isTimed()).isTrue();
    }
}
