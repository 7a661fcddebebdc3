package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests runs of known duration, without overheads. */
class ClosedFormTest {
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT;
    private static final Percentage ONE = Percentage.withPercentage(1);

    private static SimulationReport run(Workload workload, World machines, SimulationTerms terms) {
        SimulationReport report = Simulation.run(workload, machines.with(Overheads.NONE, terms));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
        return report;
    }

    /** A master behind a wire, and workers of one slot on unlimited ports. */
    private static World behind(Wire masterPort, int workers, long latencyNanos) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, masterPort));
        Wire port = Wire.UNLIMITED.withLatency(latencyNanos);
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0, port));
        }
        return World.all(new NetworkView("net", List.of(new Link("lan", Wire.UNLIMITED)), hosts), 0);
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldTakeAllUnitTimesTogetherOnOneWorker(PolicyName policy) {
        Workload workload = Workloads.constant(2, 500, new UnitCosts(0.02, 0, 100, 100, 1000));
        SimulationReport report = run(workload, behind(Wire.UNLIMITED, 1, 0), TERMS.withPolicy(policy));
        assertThat(report.seconds()).isCloseTo(2 * 500 * 0.02, ONE);
        assertThat(report.acceptedUnits()).isEqualTo(1000);
    }

    @Test
    void shouldAdviseNoSlotsForManyCyclesOfFewUnits() {
        Workload workload = Workloads.constant(100, 3, new UnitCosts(0.5, 0, 10, 10, 0));
        assertThat(run(workload, behind(Wire.UNLIMITED, 3, 0), TERMS)
                        .verdict(true)
                        .sentence())
                .startsWith("Computing limits the run")
                .endsWith("Each unit has a slot of its own: smaller units would help.");
    }

    @ParameterizedTest
    @EnumSource(NetworkKind.class)
    void shouldBeBoundByAFullDuplexLinkThatManyWorkersShare(NetworkKind network) {
        Workload workload = Workloads.constant(1, 20_000, new UnitCosts(0.01, 0, 500, 1000, 0));
        SimulationReport report = run(workload, behind(Wire.duplex(1e6), 32, 1_000_000), TERMS.withNetwork(network));
        assertThat(report.rateWups()).isCloseTo(Math.min(1e6 / 500, 1e6 / 1000), ONE);
    }

    @ParameterizedTest
    @EnumSource(NetworkKind.class)
    void shouldBeBoundByAHalfDuplexLinkThatManyWorkersShare(NetworkKind network) {
        Workload workload = Workloads.constant(1, 20_000, new UnitCosts(0.01, 0, 500, 1000, 0));
        SimulationReport report = run(workload, behind(Wire.shared(1e6), 32, 1_000_000), TERMS.withNetwork(network));
        assertThat(report.rateWups()).isCloseTo(1e6 / (500 + 1000), Percentage.withPercentage(1.5));
    }

    @Test
    void shouldBeBoundByTheMasterThatAcceptsResults() {
        Workload workload = Workloads.constant(1, 10_000, new UnitCosts(0.02, 0.002, 10, 10, 0));
        SimulationReport report = run(workload, behind(Wire.UNLIMITED, 16, 100_000), TERMS);
        assertThat(report.rateWups()).isCloseTo(1 / 0.002, ONE);
    }

    @Test
    void shouldTakeSpeedAndAvailabilityIntoAccount() {
        Host slow = new Host("slow", 0, Wire.UNLIMITED, 2, 0.5, 1, 0.4, "", Amounts.NONE);
        NetworkView view =
                new NetworkView("two", List.of(new Link("lan", Wire.UNLIMITED)), List.of(new Host("m", 0), slow));
        Workload workload = Workloads.constant(1, 1000, new UnitCosts(0.02, 0, 0, 0, 0));
        SimulationReport report = run(workload, World.all(view, 0), TERMS);
        assertThat(report.rateWups()).isCloseTo(2 * 0.5 * 0.4 / 0.02, ONE);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "3", "6", "20"}) // from 7 on queues are filled up in batches, and are not always full
    void shouldBeBoundByLatencyAndTheWindowOfChunksAhead(int prefetch) {
        double unit = 0.012;
        double latency = 0.05;
        Workload workload = Workloads.constant(1, 2000, new UnitCosts(unit, 0, 0, 0, 0));
        SimulationReport report = run(
                workload,
                behind(Wire.UNLIMITED, 1, 50_000_000),
                TERMS.withPrefetch(prefetch).withSpeculation(0));
        double rate = Math.min(1 / unit, (1 + prefetch) / (2 * latency + unit));
        assertThat(report.seconds()).isCloseTo(2000 / rate + 2 * latency, ONE);
    }

    @Test
    void shouldFeedAheadSoFarThatLatencyDoesNotMatter() {
        Workload workload = Workloads.constant(1, 5000, new UnitCosts(0.012, 0, 0, 0, 0));
        SimulationReport report = run(workload, behind(Wire.UNLIMITED, 4, 50_000_000), TERMS);
        // The tolerance covers the first round trips, before measurements exist.
        assertThat(report.seconds()).isCloseTo(5000 * 0.012 / 4, Percentage.withPercentage(5));
    }

    @Test
    void shouldTakeTheLongestOfTwoSharesUnderFixed() {
        Workload workload = Workloads.traced(units(4), 30_000_000, 10_000_000, 10_000_000, 10_000_000);
        SimulationReport report = run(workload, behind(Wire.UNLIMITED, 2, 0), TERMS.withPolicy(PolicyName.FIXED));
        assertThat(report.makespanNanos()).isEqualTo(40_000_000);
    }

    @Test
    void shouldBalanceUnitByUnitUnderSs() {
        Workload workload = Workloads.traced(units(4), 30_000_000, 10_000_000, 10_000_000, 10_000_000);
        SimulationReport report = run(
                workload,
                behind(Wire.UNLIMITED, 2, 0),
                TERMS.withPolicy(PolicyName.SS).withPrefetch(0));
        assertThat(report.makespanNanos()).isEqualTo(30_000_000);
    }

    @Test
    void shouldShrinkChunksUnderGss() {
        // 4, 2, 1, 1 of eight units: the first worker is busy for 4 units, the second for 2 + 1 + 1.
        Workload workload = Workloads.constant(1, 8, new UnitCosts(0.02, 0, 0, 0, 0));
        SimulationReport report = run(
                workload,
                behind(Wire.UNLIMITED, 2, 0),
                TERMS.withPolicy(PolicyName.GSS).withPrefetch(0));
        assertThat(report.makespanNanos()).isEqualTo(80_000_000);
        assertThat(report.traffic().assignments()).isEqualTo(4);
    }

    @Test
    void shouldSendSetupToEachWorkerOverTheLinkThatTheyShare() {
        Workload workload = Workloads.constant(1, 8, new UnitCosts(0.02, 0, 0, 0, 1e6));
        SimulationReport report = run(
                workload,
                behind(Wire.duplex(1e6), 4, 0),
                TERMS.withPolicy(PolicyName.FIXED).withPrefetch(0));
        assertThat(report.seconds()).isCloseTo(4 + 2 * 0.02, ONE);
    }

    @Test
    void shouldPassLinksOfATreeOneAfterTheOther() {
        List<Link> links = List.of(
                new Link("root", Wire.UNLIMITED),
                new Link("site", 0, Wire.duplex(1e5).withLatency(20_000_000)),
                new Link("lan", 1, Wire.duplex(1e7)));
        List<Host> hosts =
                List.of(new Host("m", 0, Wire.duplex(1e8)), new Host("a", 2, Wire.duplex(1e7)), new Host("b", 2));
        Workload workload = Workloads.constant(1, 2000, new UnitCosts(0.001, 0, 0, 1000, 0));
        SimulationReport report = run(workload, World.all(new NetworkView("t", links, hosts), 0), TERMS);
        assertThat(report.rateWups()).isCloseTo(100, Percentage.withPercentage(2));
        assertThat(report.links())
                .filteredOn(use -> use.name().equals("site") && use.part() == SimulationReport.Part.LINK_UP)
                .singleElement()
                .satisfies(use -> assertThat(use.utilisation()).isCloseTo(1, within(0.02)));
    }

    private static Workload units(long count) {
        return Workloads.constant(1, count, new UnitCosts(1, 0, 0, 0, 0));
    }
}
