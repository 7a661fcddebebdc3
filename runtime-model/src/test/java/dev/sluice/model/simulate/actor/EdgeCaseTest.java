package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests input that is too small, too large, missing or broken. */
class EdgeCaseTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT;
    private static final World FOUR = World.star(4, 1, Wire.duplex(125e6));

    private static Workload units(long count, double seconds) {
        return Workloads.constant(1, count, new UnitCosts(seconds, 0, 10, 10, 0));
    }

    private static SimulationReport run(Workload workload, World machines, SimulationTerms terms) {
        SimulationReport report = Simulation.run(workload, machines.with(Overheads.NONE, terms));
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
        return report;
    }

    @ParameterizedTest
    @EnumSource(ResultsKind.class)
    void shouldEndAnEmptyCycleAtOnce(ResultsKind results) {
        SimulationReport report = run(units(0, 1), FOUR, TERMS.withResults(results));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.makespanNanos()).isZero();
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldComputeOneUnitWhereThereAreMoreSlots(PolicyName policy) {
        SimulationReport report = run(units(1, 0.5), FOUR, TERMS.withPolicy(policy));
        assertThat(report.acceptedUnits()).isEqualTo(1);
        assertThat(report.seconds()).isCloseTo(0.5, within(1e-5));
        assertThat(report.idle().of(Cause.COMPUTE)).isEqualTo(SECOND / 2);
    }

    @Test
    void shouldSayThatThereIsNoWorker() {
        SimulationReport report = run(units(5, 1), new World(FOUR.view(), 0), TERMS);
        assertThat(report.ending()).isEqualTo(Ending.NO_WORKERS);
        assertThat(report.acceptedUnits()).isZero();
    }

    @Test
    void shouldSayThatTheLastWorkerLeft() {
        SimulationReport report = run(
                units(100, 1),
                new World(FOUR.view(), 0, 1),
                TERMS.withScript(Script.of(new Script.Drain(10 * SECOND + SECOND / 2, 1))));
        assertThat(report.ending()).isEqualTo(Ending.NO_WORKERS);
        assertThat(report.acceptedUnits()).isEqualTo(11);
        assertThat(report.counters().workersLost()).isZero();
    }

    @Test
    void shouldWaitForAWorkerThatWillJoin() {
        SimulationReport report = run(
                units(5, 1), new World(FOUR.view(), 0), TERMS.withScript(Script.of(new Script.Join(100 * SECOND, 2))));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.seconds()).isCloseTo(105, within(0.01));
    }

    @Test
    void shouldComputeAgainWhatALostWorkerHadAfterItsLease() {
        SimulationReport report = run(
                units(40, 1),
                new World(FOUR.view(), 0, 1, 2),
                TERMS.withSpeculation(0).withScript(Script.of(new Script.Lose(19 * SECOND + 1, 1))));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.counters().workersLost()).isEqualTo(1);
        assertThat(report.counters().reassigned()).isPositive();
        // The other worker computes the remaining units; the lease of 6 s runs out before.
        assertThat(report.seconds()).isBetween(21.0, 30.0);
    }

    @Test
    void shouldNoticeADeadProcessAtOnce() {
        SimulationReport report = run(
                units(40, 1),
                new World(FOUR.view(), 0, 1, 2),
                TERMS.withSpeculation(0).withScript(Script.of(new Script.Die(10 * SECOND + SECOND / 2, 1))));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.seconds()).isCloseTo(30, within(0.1));
    }

    @Test
    void shouldSlowDownWithTheLoadOfAHost() {
        SimulationReport report = run(
                units(40, 1),
                new World(FOUR.view(), 0, 1),
                TERMS.withScript(Script.of(new Script.Load(20 * SECOND, 1, 0.5))));
        assertThat(report.seconds()).isCloseTo(20 + 2 * 20, within(0.1));
    }

    @ParameterizedTest
    @EnumSource(NetworkKind.class)
    void shouldSlowDownWithALinkThatBecomesSlower(NetworkKind network) {
        NetworkView view = new NetworkView(
                "net",
                List.of(new Link("root", Wire.UNLIMITED), new Link("far", 0, Wire.duplex(1e6))),
                List.of(new Host("m", 0), new Host("a", 1), new Host("b", 1)));
        Workload workload = Workloads.constant(1, 200, new UnitCosts(0.001, 0, 0, 1e5, 0));
        SimulationReport report = run(
                workload,
                World.all(view, 0),
                TERMS.withNetwork(network).withScript(Script.of(new Script.Capacity(10 * SECOND, 1, 5e5, 5e5))));
        assertThat(report.seconds()).isCloseTo(10 + 20, within(0.5));
    }

    @Test
    void shouldRefuseALinkWithoutCapacity() {
        NetworkView view = new NetworkView(
                "net",
                List.of(new Link("root", Wire.UNLIMITED), new Link("far", 0, new Wire(0, 1e6, false, 0, 0))),
                List.of(new Host("m", 0), new Host("a", 1)));
        assertThatThrownBy(() -> run(units(5, 1), World.all(view, 0), TERMS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nothing passes far, between host a and the master (expected: a capacity above 0)");
    }

    @ParameterizedTest
    @EnumSource(NetworkKind.class)
    void shouldSayThatItIsStuckWhenALinkLosesItsCapacity(NetworkKind network) {
        NetworkView view = new NetworkView(
                "net",
                List.of(new Link("root", Wire.UNLIMITED), new Link("far", 0, Wire.duplex(1e6))),
                List.of(new Host("m", 0), new Host("a", 1)));
        SimulationReport report = run(
                units(50, 1),
                World.all(view, 0),
                TERMS.withNetwork(network).withScript(Script.of(new Script.Capacity(10 * SECOND + 1, 1, 0, 0))));
        assertThat(report.ending()).isEqualTo(Ending.STUCK);
    }

    @Test
    void shouldRefuseAScriptThatNamesWhatIsNotThere() {
        assertThatThrownBy(() -> run(units(5, 1), FOUR, TERMS.withScript(Script.of(new Script.Lose(1, 17)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 0 to 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "serial", "adaptive", "4"})
    void shouldGrantLargeResultsWithinTheMode(String mode) {
        GrantMode congestion = GrantMode.named(mode).orElseThrow();
        World machines = World.star(12, 1, Wire.duplex(12.5e6));
        Workload workload = Workloads.constant(1, 120, new UnitCosts(0.01, 0, 10, 2e6, 0));
        SimulationReport report =
                run(workload, machines, TERMS.withCongestion(congestion).withSpeculation(0));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.seconds()).isBetween(120 * 2e6 / 12.5e6, 1.15 * 120 * 2e6 / 12.5e6);
        if (congestion.kind() == GrantMode.Kind.OFF) {
            assertThat(report.grants().results()).isZero();
        } else {
            assertThat(report.grants().results()).isEqualTo(120);
            assertThat(report.grants().most())
                    .isLessThanOrEqualTo(congestion.kind() == GrantMode.Kind.FIXED ? congestion.grants() : 120);
        }
    }

    @Test
    void shouldSendOneValueOfEachWorkerWhereResultsAreAccumulated() {
        Workload workload = Workloads.constant(3, 400, new UnitCosts(0.01, 0, 10, 1e6, 0));
        SimulationReport report = run(workload, FOUR, TERMS.withResults(ResultsKind.ACCUMULATED));
        assertThat(report.acceptedUnits()).isEqualTo(1200);
        assertThat(report.grants().results()).isEqualTo(3 * 4);
    }

    @Test
    void shouldKeepResultsToTheEndOfTheCycle() {
        Workload workload = Workloads.constant(1, 400, new UnitCosts(0.01, 0, 10, 12.5e4, 0));
        World machines = World.star(4, 1, Wire.duplex(12.5e6));
        SimulationReport each = run(workload, machines, TERMS);
        SimulationReport atEnd = run(workload, machines, TERMS.withResults(ResultsKind.AT_CYCLE_END));
        assertThat(each.seconds()).isBetween(4.0, 4.6); // the link is busy all the time
        assertThat(atEnd.seconds()).isBetween(5.0, 5.6); // first 1 s of computing, then 4 s of travelling
    }
}
