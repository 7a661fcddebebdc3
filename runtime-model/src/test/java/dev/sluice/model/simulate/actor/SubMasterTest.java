package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubMasterTest {
    private static final double MEGABYTE = 1e6;

    /** Two sites of six hosts with 100 Mbit/s each, connected by 1 Mbit/s and 35 ms. */
    private static NetworkView twoSites() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            hosts.add(new Host((i < 6 ? "a" : "b") + i % 6, i / 6, Wire.duplex(12.5 * MEGABYTE)));
        }
        Wire wan = Wire.duplex(MEGABYTE / 8).withLatency(35_000_000);
        return new NetworkView(
                "two-sites", List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, wan)), hosts);
    }

    private static World without() {
        return World.all(twoSites(), 0);
    }

    /** The two sites with a sub-master on the first far host. */
    private static World with() {
        return new World(twoSites(), 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11)
                .withSubMasters(List.of(new SubMaster(6, List.of(7, 8, 9, 10, 11))));
    }

    private static SimulationReport run(World machines, Workload workload, SimulationTerms terms) {
        return Simulation.run(workload, machines.with(Overheads.NONE, terms));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptEveryUnitUnderEachPolicy(PolicyName policy) {
        Workload workload = Workloads.constant(2, 500, new UnitCosts(0.05, 1e-6, 100, 100, 1000));
        for (ResultsKind kind : ResultsKind.values()) {
            SimulationReport report = run(
                    with(), workload, SimulationTerms.DEFAULT.withPolicy(policy).withResults(kind));
            assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
            assertThat(report.acceptedUnits()).as("%s", kind).isEqualTo(1000);
            assertThat(report.idle().total()).as("the ledger is whole").isEqualTo(report.slotNanos());
        }
    }

    @Test
    void shouldCarrySetupOverTheWayUpOnce() {
        Workload workload = Workloads.constant(1, 200, new UnitCosts(1, 0, 0, 0, 2 * MEGABYTE));
        // Copies would end the run before all setups have arrived.
        SimulationTerms atOnce =
                SimulationTerms.DEFAULT.withSetups(SetupOrder.AT_ONCE).withSpeculation(0);
        assertThat(downTheWan(run(without(), workload, atOnce))).isCloseTo(12_000_000L, within(1000L));
        assertThat(downTheWan(run(without(), workload, SimulationTerms.DEFAULT)))
                .as("in turn: the units end before all workers have it")
                .isLessThan(12_000_000L);
        assertThat(downTheWan(run(with(), workload, SimulationTerms.DEFAULT))).isCloseTo(2_000_000L, within(1000L));
    }

    private static long downTheWan(SimulationReport report) {
        return report.links().stream()
                .filter(link -> link.part() == Part.LINK_DOWN && link.name().equals("there"))
                .mapToLong(ServerUse::amount)
                .sum();
    }

    @Test
    void shouldCarryOneValueOverTheWayUpWhereResultsAreFolded() {
        Workload workload = Workloads.constant(1, 200, new UnitCosts(1, 0, 0, MEGABYTE / 8, 0));
        SimulationTerms terms = SimulationTerms.DEFAULT.withResults(ResultsKind.ACCUMULATED);
        long with = upTheWan(run(with(), workload, terms));
        long without = upTheWan(run(without(), workload, terms));
        assertThat(with).as("one value of 125 kB").isCloseTo(125_000L, within(1000L));
        assertThat(without).as("six of them").isCloseTo(750_000L, within(1000L));
    }

    private static long upTheWan(SimulationReport report) {
        return report.links().stream()
                .filter(link -> link.part() == Part.LINK_UP && link.name().equals("there"))
                .mapToLong(ServerUse::amount)
                .sum();
    }

    @Test
    void shouldCostTheHostItIsOnWhereNothingIsSaved() {
        Workload workload = Workloads.constant(1, 11_000, new UnitCosts(1, 0, 10, 10, 0));
        assertThat(run(without(), workload, SimulationTerms.DEFAULT).seconds()).isEqualTo(1000, within(5.0));
        assertThat(run(with(), workload, SimulationTerms.DEFAULT).seconds()).isEqualTo(1100, within(5.0));
    }

    @Test
    void shouldGoOnWhenAWorkerBelowIsLost() {
        Workload workload = Workloads.constant(1, 400, new UnitCosts(0.5, 0, 10, 10, 0));
        Script script = new Script(List.of(new Script.Lose(5_000_000_000L, 8), new Script.Die(7_000_000_000L, 9)));
        SimulationReport report = run(with(), workload, SimulationTerms.DEFAULT.withScript(script));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(400);
    }

    @Test
    void shouldSayWhatWasGivenUpBelow() {
        World below = new World(twoSites(), 0, 7, 8, 9).withSubMasters(List.of(new SubMaster(6, List.of(7, 8, 9))));
        Script allDie = new Script(List.of(
                new Script.Die(5_000_000_000L, 7),
                new Script.Join(6_000_000_000L, 7),
                new Script.Die(25_000_000_000L, 8),
                new Script.Die(25_000_000_000L, 7),
                new Script.Die(45_000_000_000L, 9),
                new Script.Join(46_000_000_000L, 7),
                new Script.Die(65_000_000_000L, 7)));
        for (ResultsKind kind : ResultsKind.values()) {
            SimulationReport report = run(
                    below,
                    Workloads.constant(1, 1, new UnitCosts(60, 0, 10, 10, 0)),
                    SimulationTerms.DEFAULT.withScript(allDie).withResults(kind));
            assertThat(report.ending()).as("%s", kind).isEqualTo(Ending.UNITS_GIVEN_UP);
            assertThat(report.counters().quarantined()).isEqualTo(1);
        }
    }

    @Test
    void shouldNestSubMasters() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            hosts.add(new Host("h" + i, i / 4));
        }
        List<Link> links = List.of(
                new Link("top", Wire.UNLIMITED),
                new Link("middle", 0, Wire.duplex(MEGABYTE)),
                new Link("low", 1, Wire.duplex(MEGABYTE)));
        World machines = new World(new NetworkView("three", links, hosts), 0, 1, 2, 3, 5, 6, 7, 9, 10, 11)
                .withSubMasters(List.of(new SubMaster(4, List.of(5, 6, 7, 8)), new SubMaster(8, List.of(9, 10, 11))));
        Workload workload = Workloads.constant(1, 300, new UnitCosts(0.1, 0, 100, 100, MEGABYTE));
        for (ResultsKind kind : ResultsKind.values()) {
            SimulationReport report = run(machines, workload, SimulationTerms.DEFAULT.withResults(kind));
            assertThat(report.acceptedUnits()).isEqualTo(300);
            assertThat(report.links())
                    .filteredOn(link -> link.part() == Part.LINK_DOWN)
                    .allMatch(link -> link.amount() < 1_100_000);
        }
    }

    @SeededTest(runs = 60)
    void shouldAcceptEveryUnitOnAnyTree(RandomGenerator random) {
        int sites = 1 + random.nextInt(4);
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0)));
        List<Integer> workers = new ArrayList<>();
        List<SubMaster> subs = new ArrayList<>();
        for (int site = 1; site <= sites; site++) {
            Wire wire = Wire.duplex(1e5 + random.nextInt(1_000_000)).withLatency(random.nextInt(50_000_000));
            links.add(new Link("l" + site, random.nextInt(site), wire));
            List<Integer> children = new ArrayList<>();
            int sub = hosts.size();
            hosts.add(new Host("s" + site, site));
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                children.add(hosts.size());
                workers.add(hosts.size());
                hosts.add(
                        new Host("w" + hosts.size(), site).withSlots(1 + random.nextInt(3), 0.5 + random.nextDouble()));
            }
            if (random.nextInt(3) > 0) {
                subs.add(new SubMaster(sub, children));
            }
        }
        World machines = new World(
                        new NetworkView("random", links, hosts),
                        0,
                        workers.stream().mapToInt(Integer::intValue).toArray())
                .withSubMasters(subs);
        long units = random.nextInt(600);
        UnitCosts costs = new UnitCosts(
                0.001 + random.nextDouble() / 10,
                1e-5,
                random.nextInt(2000),
                random.nextInt(20_000),
                random.nextInt(50_000));
        PolicyName policy = PolicyName.values()[random.nextInt(PolicyName.values().length)];
        ResultsKind kind = ResultsKind.values()[random.nextInt(3)];
        NetworkKind network = NetworkKind.values()[random.nextInt(2)];
        SimulationReport report = run(
                machines,
                Workloads.constant(1 + random.nextInt(3), units, costs),
                SimulationTerms.DEFAULT
                        .withPolicy(policy)
                        .withResults(kind)
                        .withNetwork(network)
                        .withScript(script(random, hosts.size())));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(report.cycles().size() * units);
    }

    /** Workers and sub-masters are parked and unparked, and the policy changes. */
    private static Script script(RandomGenerator random, int hosts) {
        List<Script.Step> steps = new ArrayList<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            long at = (long) (random.nextDouble() * random.nextDouble() * 3e9);
            int host = random.nextInt(hosts);
            PolicyName policy = PolicyName.values()[random.nextInt(PolicyName.values().length)];
            steps.add(
                    switch (random.nextInt(3)) {
                        case 0 -> new Script.Park(at, host);
                        case 1 -> new Script.Unpark(at, host);
                        default -> new Script.SwitchPolicy(at, policy, null, null);
                    });
        }
        return new Script(steps);
    }

    @Test
    void shouldRefuseSubMastersThatCannotBe() {
        World machines = new World(twoSites(), 0, 1, 2, 7, 8);
        assertThatThrownBy(() -> machines.withSubMasters(List.of(new SubMaster(7, List.of(8)))))
                .hasMessageContaining("without a worker");
        assertThatThrownBy(() -> machines.withSubMasters(List.of(new SubMaster(6, List.of(9)))))
                .hasMessageContaining("child 9");
        assertThatThrownBy(() ->
                        machines.withSubMasters(List.of(new SubMaster(6, List.of(7, 8)), new SubMaster(9, List.of(8)))))
                .hasMessageContaining("child 8");
        assertThatThrownBy(() -> machines.withSubMasters(List.of(new SubMaster(0, List.of(8)))))
                .hasMessageContaining("host 0");
    }

    /** A master, and a sub-master with one worker. */
    private static World oneBelow(Wire port) {
        List<Host> hosts =
                List.of(new Host("master", 0, Wire.UNLIMITED), new Host("sub", 0, port), new Host("worker", 0, port));
        NetworkView view = new NetworkView("below", List.of(new Link("here", Wire.UNLIMITED)), hosts);
        return new World(view, 0, 2).withSubMasters(List.of(new SubMaster(1, List.of(2))));
    }

    @Test
    void shouldComputeNoFasterBelowThanTheApplicationAccepts() {
        Workload workload = Workloads.constant(1, 500, new UnitCosts(0.001, 0.01, 0, 50_000, 0));
        long[] last = {0};
        Timeline timeline = new Timeline() {
            @Override
            public void computed(
                    int host, int slot, int cycle, long first, int units, long from, long to, boolean finished) {
                last[0] = Math.max(last[0], to);
            }
        };
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withResultMemory(1 << 18).withCongestion(GrantMode.OFF);
        SimulationReport report =
                Simulation.run(workload, oneBelow(Wire.duplex(1e8)).with(Overheads.NONE, terms), timeline);
        assertThat(report.seconds()).isCloseTo(5, within(0.2));
        assertThat(last[0] * 1e-9).as("results wait within the windows").isGreaterThan(4);
    }

    @Test
    void shouldPassDeferredResultsOnWhileOthersCome() {
        Workload workload = Workloads.constant(1, 100, new UnitCosts(0.001, 0, 0, MEGABYTE / 100, 0));
        SimulationTerms terms = SimulationTerms.DEFAULT.withResults(ResultsKind.AT_CYCLE_END);
        double seconds =
                run(oneBelow(Wire.duplex(MEGABYTE / 8)), workload, terms).seconds();
        assertThat(seconds).as("8 s on each of two ports at the same time").isBetween(8.0, 10.0);
    }

    private static final long SECOND = 1_000_000_000L;

    /** A master, two workers, a sub-master, and two workers below it; each starts at its time [s]. */
    private static World movable(double... starts) {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            hosts.add(new Host("h" + i, 0, Wire.UNLIMITED));
        }
        NetworkView view = new NetworkView("movable", List.of(new Link("switch", Wire.UNLIMITED)), hosts);
        return new World(view, 0, 1, 2, 4, 5)
                .withSubMasters(List.of(new SubMaster(3, List.of(4, 5))))
                .withStarts(DoubleStream.of(starts)
                        .mapToLong(each -> Math.round(each * SECOND))
                        .toArray());
    }

    /** 400 units of a tenth of a second, in at least 20 s on two slots. */
    private static void assertAsLongAsWithTwoSlots(List<ResultsKind> kinds, World machines, Script.Step... steps) {
        for (ResultsKind kind : kinds) {
            SimulationReport report = run(
                    machines,
                    Workloads.constant(1, 400, new UnitCosts(0.1, 1e-6, 100, 100, 1000)),
                    SimulationTerms.DEFAULT.withResults(kind).withScript(Script.of(steps)));
            assertThat(report.ending()).as("%s", kind).isEqualTo(Ending.COMPLETE);
            assertThat(report.acceptedUnits()).isEqualTo(400);
            assertThat(report.seconds()).as("%s", kind).isBetween(20.0, 21.0);
            assertThat(report.idle().total()).as("the ledger is whole").isEqualTo(report.slotNanos());
            assertThat(report.workers())
                    .as("all have computed")
                    .filteredOn(each -> each.slots() > 0)
                    .allSatisfy(each -> assertThat(each.units()).isGreaterThan(50));
        }
    }

    @Test
    void shouldTakeWorkersThatMoveBelowASubMasterWhichComesLater() {
        assertAsLongAsWithTwoSlots(
                List.of(ResultsKind.values()),
                movable(0, 0, 0, 7, 8, 8.1),
                new Script.Drain(8 * SECOND, 1),
                new Script.Drain(8_100_000_000L, 2));
    }

    @Test
    void shouldLeaveWhenItsWorkersHaveMoved() {
        assertAsLongAsWithTwoSlots(
                List.of(ResultsKind.values()),
                movable(0, 8, 8, 0, 0, 0),
                new Script.Drain(8 * SECOND, 4),
                new Script.Drain(8 * SECOND, 5),
                new Script.Drain(8 * SECOND, 3));
    }

    @Test
    void shouldLoseItsWorkersToTheMaster() {
        assertAsLongAsWithTwoSlots(
                List.of(ResultsKind.EACH), // workers that die lose the results that they keep
                movable(0, 8, 8, 0, 0, 0),
                new Script.Die(8 * SECOND, 3),
                new Script.Die(8 * SECOND, 4),
                new Script.Die(8 * SECOND, 5));
    }
}
