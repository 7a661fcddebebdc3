package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rest of a run is simulated from a checkpoint in its middle. */
@Tag("slow")
class RestTest {
    /** Simulates the rest and checks it, and returns the error of its end as a part of the whole run. */
    private static double error(StoppedRun run, SimulationReport rest) {
        assertThat(rest.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(rest.idle().total()).isEqualTo(rest.slotNanos());
        SimulationStart at = run.at();
        long left = at.open().leftUnits();
        for (int cycle = at.open().cycle() + 1; cycle < run.workload().cycles(); cycle++) {
            left += run.workload().units(cycle);
        }
        assertThat(rest.acceptedUnits()).isEqualTo(left);
        return rest.seconds() / run.report().seconds() - 1;
    }

    /** The longest unit on the slowest host, as a part of the run. */
    private static double longestUnit(StoppedRun run) {
        long longest = 0;
        for (int cycle = 0; cycle < run.workload().cycles(); cycle++) {
            for (long unit = 0; unit < run.workload().units(cycle); unit++) {
                longest = Math.max(longest, run.workload().computeNanos(cycle, unit));
            }
        }
        return longest * 1e-9 / StoppedRun.SLOW / run.report().seconds();
    }

    /** One unit of the tail may go to another worker, where the times are a little different. */
    @Test
    void shouldEndWhenTheRunEndsOrOneUnitApart() {
        double[] errors = new double[200];
        for (int seed = 0; seed < errors.length; seed++) {
            StoppedRun run = StoppedRun.stopped(seed, SimulationTerms.DEFAULT);
            double error = error(run, run.rest(run.terms()));
            assertThat(Math.abs(error)).as("seed %s", seed).isLessThan(Math.max(0.01, longestUnit(run)));
            errors[seed] = Math.abs(error);
        }
        Arrays.sort(errors);
        assertThat(errors[180]).isLessThan(0.01);
    }

    /** The last chunks are large, and another worker may get one of them; the errors have no direction. */
    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldHaveNoBiasWithAnyPolicy(PolicyName policy) {
        double[] errors = new double[30];
        double sum = 0;
        for (int seed = 0; seed < errors.length; seed++) {
            StoppedRun run = StoppedRun.stopped(seed, SimulationTerms.DEFAULT.withPolicy(policy));
            double error = error(run, run.rest(run.terms()));
            sum += error;
            errors[seed] = Math.abs(error);
        }
        Arrays.sort(errors);
        assertThat(errors[20]).as("two of three").isLessThan(0.01);
        assertThat(sum / errors.length).isBetween(-0.01, 0.01);
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldContinueWithDeferredResults(ResultsKind kind) {
        for (int seed = 0; seed < 20; seed++) {
            StoppedRun run = StoppedRun.stopped(seed, SimulationTerms.DEFAULT.withResults(kind));
            assertThat(error(run, run.rest(run.terms()))).as("seed %s", seed).isBetween(-0.03, 0.03);
        }
    }

    /** Two workers leave after a third of the run, and come back below a sub-master that starts then. */
    @Test
    void shouldContinueWithWorkersThatComeAndGo() {
        World flat = World.star(7, 2, Wire.duplex(125e6));
        List<World.SubMaster> tree = List.of(new World.SubMaster(1, List.of(2, 3)));
        long late = 5_000_000_000L;
        World machines = new World(flat.view(), 0, 2, 3, 4, 5, 6, 7)
                .withSubMasters(tree)
                .withStarts(new long[] {0, late, late, late, 0, 0, 0, 0});
        Workload workload = Workloads.constant(1, 3_000, new UnitCosts(0.05, 0, 100, 100, 10_000));
        SimulationTerms terms = SimulationTerms.DEFAULT.withScript(
                Script.of(new Script.Drain(late, 6), new Script.Drain(late, 7), new Script.Park(2 * late, 5)));
        for (int checkpoint = 0; checkpoint < 10; checkpoint++) {
            StoppedRun run = StoppedRun.stopped(workload, machines, terms, checkpoint);
            assertThat(error(run, run.rest(run.terms()))).isBetween(-0.01, 0.01);
        }
    }

    @Test
    void shouldContinueBelowSubMasters() {
        World flat = World.star(7, 2, Wire.duplex(125e6));
        List<World.SubMaster> tree = List.of(new World.SubMaster(1, List.of(2, 3, 4)));
        World machines = new World(flat.view(), 0, 2, 3, 4, 5, 6, 7).withSubMasters(tree);
        Workload workload = Workloads.constant(2, 3_000, new UnitCosts(0.05, 0, 100, 100, 10_000));
        for (int checkpoint = 0; checkpoint < 20; checkpoint++) {
            StoppedRun run = StoppedRun.stopped(workload, machines, SimulationTerms.DEFAULT, checkpoint);
            assertThat(error(run, run.rest(run.terms()))).isBetween(-0.01, 0.01);
        }
    }

    @Test
    void shouldLeaveParkedWorkersParked() {
        World machines = World.star(4, 1, Wire.duplex(125e6));
        Script script = Script.of(new Script.Park(0, machines.worker(0)), new Script.Park(0, machines.worker(1)));
        Workload workload = Workloads.constant(1, 1_000, new UnitCosts(0.01, 0, 100, 100, 0));
        StoppedRun run = StoppedRun.stopped(workload, machines, SimulationTerms.DEFAULT.withScript(script), 4);
        SimulationReport rest = run.rest(run.terms());
        assertThat(error(run, rest)).isBetween(-0.01, 0.01);
        assertThat(rest.workers().get(0).units()).isZero();
        assertThat(rest.idle().of(Cause.PARKED)).isGreaterThan(0);
    }

    @Test
    void shouldFollowLaterStepsOfTheScript() {
        World machines = World.star(4, 1, Wire.duplex(125e6));
        Script script = Script.of(
                new Script.Load(1_000_000_000L, machines.worker(0), 0.5),
                new Script.Lose(4_000_000_000L, machines.worker(1)));
        Workload workload = Workloads.constant(1, 2_000, new UnitCosts(0.01, 0, 100, 100, 0));
        StoppedRun run = StoppedRun.stopped(workload, machines, SimulationTerms.DEFAULT.withScript(script), 4);
        assertThat(run.at().nowNanos()).isBetween(1_000_000_000L, 4_000_000_000L);
        SimulationReport rest = run.rest(run.terms());
        assertThat(error(run, rest)).isBetween(-0.01, 0.01);
        assertThat(rest.counters().workersLost()).isEqualTo(1);
    }

    @Test
    void shouldGoOnWithoutAWorkerWhoseHostIsUnknown() {
        World machines = World.star(4, 1, Wire.duplex(125e6));
        Workload workload = Workloads.constant(1, 1_000, new UnitCosts(0.01, 0, 100, 100, 0));
        StoppedRun run = StoppedRun.stopped(workload, machines, SimulationTerms.DEFAULT, 4);
        Map<WorkerId, Integer> hosts = new HashMap<>(run.at().hosts());
        hosts.remove(run.at().open().workers().get(0).id());
        SimulationStart fewer =
                new SimulationStart(run.at().open(), hosts, run.at().nowNanos(), 0);
        SimulationReport rest = Simulation.rest(workload, machines.with(Overheads.NONE, run.terms()), fewer);
        assertThat(rest.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(rest.acceptedUnits()).isEqualTo(run.at().open().leftUnits());
        assertThat(rest.workers()).hasSize(3);
    }

    @Test
    void shouldShowWhatAnotherPolicyWouldGain() {
        World machines = new World(
                new NetworkView(
                        "far",
                        List.of(new Link("switch", Wire.UNLIMITED)),
                        List.of(
                                new Host("m", 0),
                                new Host("near", 0),
                                new Host("far", 0, new Wire(1e6, 1e6, false, 100_000_000, 0)))),
                0,
                1,
                2);
        Workload workload = Workloads.constant(1, 2_000, new UnitCosts(0.01, 0, 100, 100, 0));
        SimulationTerms noPrefetch = SimulationTerms.DEFAULT.withPrefetch(0);
        StoppedRun run = StoppedRun.stopped(workload, machines, noPrefetch, 4);
        SimulationReport stays = run.rest(noPrefetch);
        SimulationReport changes = run.rest(noPrefetch.withPolicy(PolicyName.FAC));
        assertThat(changes.seconds()).isLessThan(0.85 * stays.seconds());
    }
}
