package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The time of runs whose setups leave in turn, against the same runs with all setups at once. */
@Tag("slow")
class SetupsInTurnTest {
    private static final double PORT = 1e7;
    private static final double UNIT_SECONDS = 0.02;

    /** A setup that takes one second of the master's port. */
    private static final UnitCosts COSTS = new UnitCosts(UNIT_SECONDS, 0.0001, 100, 100, PORT);

    private static double seconds(Workload workload, World machines, SimulationTerms terms, SetupOrder order) {
        SimulationReport report = Simulation.run(workload, machines.with(Overheads.NONE, terms.withSetups(order)));
        assertThat(report.ending()).isEqualTo(SimulationReport.Ending.COMPLETE);
        return report.seconds();
    }

    private static double ratio(Workload workload, World machines, SimulationTerms terms) {
        return seconds(workload, machines, terms, SetupOrder.IN_TURN)
                / seconds(workload, machines, terms, SetupOrder.AT_ONCE);
    }

    /** T = s·(n + 1)/2 + C/n where all workers compute, against n·s + C/n; both have their least at another n. */
    @ParameterizedTest
    @CsvSource({"PACKETS, 8", "PACKETS, 16", "FAIR, 8", "FAIR, 16"})
    void shouldTakeThreeTenthsLessWhereSetupsBind(NetworkKind network, int workers) {
        World machines = World.star(workers, 1, Wire.duplex(PORT).withLatency(200_000));
        SimulationTerms terms = SimulationTerms.DEFAULT.withNetwork(network);
        double compute = workers * workers / 2.0;
        Workload work = Workloads.constant(10, Math.round(compute / UNIT_SECONDS), COSTS);
        double inTurn = seconds(work, machines, terms, SetupOrder.IN_TURN) / 10;
        assertThat(inTurn).isCloseTo((workers + 1) / 2.0 + compute / workers, within(0.02 * inTurn));
        assertThat(ratio(work, machines, terms)).isBetween(0.65, 0.72);

        // Each order at its own best number of workers: √(2·s·C) against 2·√(s·C).
        Workload same = Workloads.constant(10, Math.round(64 / UNIT_SECONDS), COSTS);
        double bestInTurn = best(same, terms, SetupOrder.IN_TURN);
        double bestAtOnce = best(same, terms, SetupOrder.AT_ONCE);
        assertThat(bestInTurn / bestAtOnce).isBetween(0.70, 0.75);
    }

    private static double best(Workload work, SimulationTerms terms, SetupOrder order) {
        return IntStream.of(6, 8, 10, 11, 12, 14)
                .mapToDouble(n -> seconds(work, World.star(n, 1, Wire.duplex(PORT)), terms, order))
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldHelpEachPolicyThatFollowsTheWorkers(PolicyName policy) {
        World machines = World.star(8, 1, Wire.duplex(PORT));
        double ratio = ratio(Workloads.constant(2, 1_600, COSTS), machines, SimulationTerms.DEFAULT.withPolicy(policy));
        if (SetupOrder.IN_TURN.with(policy) == SetupOrder.AT_ONCE) {
            assertThat(ratio).isEqualTo(1);
        } else {
            assertThat(ratio).isLessThan(0.8);
        }
    }

    @SeededTest(runs = 200)
    void shouldNeverBeSlower(SplittableRandom random) {
        double port = Math.pow(10, random.nextDouble(6.5, 8));
        World machines = machines(random, port, 0);
        assertThat(ratio(work(random, machines, port), machines, terms(random))).isLessThanOrEqualTo(1.01);
    }

    /** Hosts may be slower than the master's port; the queue learns so while it sends. */
    @SeededTest(runs = 100, usually = 30)
    void shouldNotBeMuchSlowerWhereHostsTakeSetupsSlowly(SplittableRandom random) {
        double port = Math.pow(10, random.nextDouble(6.5, 8));
        World machines = machines(random, port, -1);
        SimulationTerms terms = SimulationTerms.DEFAULT.withNetwork(NetworkKind.FAIR);
        assertThat(ratio(work(random, machines, port), machines, terms)).isLessThanOrEqualTo(1.03);
    }

    /** A second setup adds little to the total rate here, but takes nothing from the first. */
    @Test
    void shouldSendBesideTheOthersWhereOnlyReceiversAreSlow() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, Wire.duplex(125e6))));
        for (double rate : new double[] {12.5e6, 2.5e6, 2.5e6, 6.25e6, 12.5e6, 2.5e6}) {
            hosts.add(new Host("h" + hosts.size(), 0, Wire.duplex(rate)));
        }
        NetworkView view = new NetworkView("slow", List.of(new Link("net", Wire.UNLIMITED)), hosts);
        Workload work = Workloads.constant(3, 200, new UnitCosts(0.175, 1e-5, 1_000, 4_096, 20e6));
        SimulationTerms terms = SimulationTerms.DEFAULT.withNetwork(NetworkKind.FAIR);
        assertThat(ratio(work, World.all(view, 0), terms)).isLessThanOrEqualTo(1.1);
    }

    private static SimulationTerms terms(SplittableRandom random) {
        return SimulationTerms.DEFAULT
                .withPolicy(PolicyName.values()[random.nextInt(PolicyName.values().length)])
                .withNetwork(NetworkKind.values()[random.nextInt(NetworkKind.values().length)]);
    }

    /** Equal or unequal hosts. The ports of unequal ones are up to ten times as fast as the master's. */
    private static World machines(SplittableRandom random, double port, double leastMagnitude) {
        boolean equal = random.nextBoolean();
        Wire net = Wire.UNLIMITED.withLatency(random.nextLong(50_000, 20_000_000));
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, Wire.duplex(port)));
        int workers = random.nextInt(2, 13);
        for (int i = 0; i < workers; i++) {
            double own =
                    equal && leastMagnitude == 0 ? port : port * Math.pow(10, random.nextDouble(leastMagnitude, 1));
            hosts.add(new Host("h" + i, 0, Wire.duplex(own))
                    .withSlots(equal ? 1 : random.nextInt(1, 4), equal ? 1 : random.nextDouble(0.3, 3)));
        }
        return World.all(new NetworkView("world", List.of(new Link("net", net)), hosts), 0);
    }

    private static Workload work(SplittableRandom random, World machines, double port) {
        int workers = machines.workers();
        double setup = Math.pow(10, random.nextDouble(4, 7.5));
        double unit = Math.pow(10, random.nextDouble(-2.5, -0.5));
        double seconds = setup / port * workers * random.nextDouble(0.3, 8);
        long units = Math.max(100L * workers, Math.min(20_000, Math.round(seconds * workers / unit)));
        return Workloads.constant(random.nextInt(1, 6), units, new UnitCosts(unit, 1e-5, 1_000, 1_000, setup));
    }

    @Test
    void shouldSendSmallSetupsAtOnce() {
        World machines = World.star(20, 1, Wire.duplex(PORT));
        Workload work = Workloads.constant(3, 2_000, new UnitCosts(UNIT_SECONDS, 0.0001, 100, 100, 200_000));
        assertThat(ratio(work, machines, SimulationTerms.DEFAULT)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(NetworkKind.class)
    void shouldPassOverAWorkerThatIsLostWithItsSetupInTransit(NetworkKind network) {
        World machines = World.star(6, 1, Wire.duplex(PORT));
        Workload work = Workloads.constant(1, 1_000, COSTS);
        SimulationTerms terms = SimulationTerms.DEFAULT.withNetwork(network);
        double whole = seconds(work, machines, terms, SetupOrder.IN_TURN);
        // The first worker is cut off in silence: nothing of it moves until its lease is over.
        Script lost = Script.of(new Script.Lose(500_000_000, 1));
        assertThat(seconds(work, machines, terms.withScript(lost), SetupOrder.IN_TURN))
                .isBetween(whole, whole + 3);
        Script died = Script.of(new Script.Die(500_000_000, 1));
        assertThat(seconds(work, machines, terms.withScript(died), SetupOrder.IN_TURN))
                .isBetween(whole - 1, whole + 2);
    }

    @Test
    void shouldSendInTurnBelowSubMasters() {
        List<Integer> children = IntStream.rangeClosed(2, 9).boxed().toList();
        World flat = World.star(9, 1, Wire.duplex(PORT));
        World tree = new World(
                        flat.view(),
                        0,
                        children.stream().mapToInt(Integer::intValue).toArray())
                .withSubMasters(List.of(new World.SubMaster(1, children)));
        assertThat(ratio(Workloads.constant(2, 2_000, COSTS), tree, SimulationTerms.DEFAULT))
                .isLessThan(0.8);
    }
}
