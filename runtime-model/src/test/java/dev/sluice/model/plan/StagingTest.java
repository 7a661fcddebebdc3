package dev.sluice.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.StagedFiles.Copies;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the time of staging with values computed by hand, and with the simulator. */
class StagingTest {
    private static final double MEGABYTE = 1e6;
    private static final StagedFiles FILES = StagedFiles.of(100_000_000).with(Copies.ONE_PER_HOST);
    private static final StagedFiles SHARED = StagedFiles.of(100_000_000);

    /** A master and hosts on one switch. */
    private static NetworkView star(int hosts, Wire port, Wire network) {
        List<Host> all = new ArrayList<>();
        all.add(new Host("master", 0, port));
        for (int i = 1; i <= hosts; i++) {
            all.add(new Host("h" + i, 0, port));
        }
        return new NetworkView("star", List.of(new Link("net", network)), all);
    }

    /** The master and two hosts here, three hosts there behind 5 MB/s; 100 MB/s from each host to its switch. */
    private static NetworkView twoSites(double farPort) {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            hosts.add(new Host((i < 3 ? "a" : "b") + i % 3, i / 3, Wire.duplex((i < 4 ? 100 : farPort) * MEGABYTE)));
        }
        return new NetworkView(
                "two-sites",
                List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(5 * MEGABYTE))),
                hosts);
    }

    private static World withSubMaster(double farPort) {
        return new World(twoSites(farPort), 0, 1, 2, 4, 5).withSubMasters(List.of(new SubMaster(3, List.of(4, 5))));
    }

    private static double[] seconds(World machines, StagedFiles files) {
        Staging staging = Staging.of(machines, files);
        return IntStream.range(0, machines.view().hosts().size())
                .mapToDouble(staging::seconds)
                .toArray();
    }

    // ---- by hand

    @Test
    void shouldTakeTheBytesOverTheBandwidthOfOneLink() {
        World machines = World.all(star(1, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED), 0);
        assertThat(seconds(machines, FILES)).containsExactly(0, 10);
    }

    @Test
    void shouldAskForAPieceBeforeItTravels() {
        Wire port = Wire.duplex(10 * MEGABYTE).withLatency(25_000_000);
        World machines = World.all(star(1, port, Wire.UNLIMITED), 0);
        assertThat(Staging.of(machines, FILES).seconds(1)).isEqualTo(10 + 2 * 0.05, within(1e-9));
    }

    @Test
    void shouldShareTheMastersPort() {
        World machines = World.all(star(4, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED), 0);
        assertThat(seconds(machines, FILES)).containsExactly(0, 40, 40, 40, 40);
    }

    @Test
    void shouldShareAHub() {
        World machines = World.all(star(3, Wire.UNLIMITED, Wire.shared(10 * MEGABYTE)), 0);
        assertThat(seconds(machines, FILES)).containsExactly(0, 30, 30, 30);
    }

    @Test
    void shouldCarryACopyForEachHostOverASharedLink() {
        assertThat(seconds(World.all(twoSites(100), 0), FILES)).containsExactly(0, 5, 5, 60, 60, 60);
    }

    @Test
    void shouldCarryUpwardsWhereTheMasterIsBehindTheLink() {
        assertThat(seconds(World.all(twoSites(100), 3), FILES)).containsExactly(60, 60, 60, 0, 5, 5);
    }

    @Test
    void shouldCarryOneCopyToASubMaster() {
        assertThat(seconds(withSubMaster(100), FILES)).containsExactly(0, 3, 3, 20, 20, 20);
    }

    @Test
    void shouldWaitForSlowLinksBelowASubMaster() {
        assertThat(seconds(withSubMaster(2), FILES)).containsExactly(0, 3, 3, 20, 50, 50);
    }

    @Test
    void shouldCarryOneCopyOverEachLineBetweenPeers() {
        World machines = World.all(twoSites(100), 0);
        assertThat(seconds(machines, SHARED))
                .as("the master's port carries one for each site")
                .containsExactly(0, 2, 2, 20, 20, 20);
        assertThat(seconds(withSubMaster(100), SHARED)).containsExactly(0, 2, 2, 20, 20, 20);
    }

    @Test
    void shouldFetchFromAPeerThatHasTheFiles() {
        World machines = World.all(twoSites(50), 0);
        StagedFiles known = SHARED.withHeld(Map.of("b2", FILES.bytes(), "b1", 75_000_000L));
        assertThat(seconds(machines, known)).as("at 50 MB/s there").containsExactly(0, 1, 1, 2, 0.5, 0);
        SimulationReport report = simulate(machines, known, NetworkKind.PACKETS);
        assertThat(starting(report, 6)[3]).isEqualTo(2, within(0.1));
        assertThat(downTheWan(report)).as("none").isLessThan(1_000_000L);
    }

    @Test
    void shouldTakeNoTimeOnTheMastersHost() {
        NetworkView view = star(1, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED);
        Staging staging = Staging.of(new World(view, 0, 0, 1), FILES);
        assertThat(staging.seconds(0)).isZero();
        assertThat(staging.hosts()).containsExactly(1);
    }

    @Test
    void shouldTransferOnlyWhatHostsLack() {
        StagedFiles known = FILES.withHeld(Map.of("b0", FILES.bytes(), "b1", 75_000_000L));
        World machines = World.all(twoSites(100), 0);
        Staging staging = Staging.of(machines, known);
        assertThat(seconds(machines, known)).containsExactly(0, 3.25, 3.25, 0, 25, 25);
        assertThat(staging.holders()).containsExactly(3);
        assertThat(staging.hosts()).containsExactly(5, 4, 2, 1);
        double[] simulated = starting(simulate(machines, known, NetworkKind.FAIR), 6);
        assertThat(simulated[3]).isZero();
        assertThat(simulated[4])
                .as("two at once until this one has its quarter")
                .isEqualTo(10, within(0.3));
        assertThat(simulated[5]).isEqualTo(25, within(0.5));
    }

    @Test
    void shouldPassOnFromASubMasterThatHasTheFiles() {
        StagedFiles known = FILES.withHeld(Map.of("b0", FILES.bytes()));
        assertThat(seconds(withSubMaster(10), known)).containsExactly(0, 2, 2, 0, 10, 10);
        SimulationReport report = simulate(withSubMaster(10), known, NetworkKind.PACKETS);
        assertThat(starting(report, 6)[5]).isEqualTo(10, within(0.3));
        assertThat(downTheWan(report)).isLessThan(1_000_000L);
    }

    @Test
    void shouldTakeNoTimeWithoutFiles() {
        Staging staging = Staging.of(World.all(twoSites(100), 0), StagedFiles.NONE);
        assertThat(staging.lastSeconds()).isZero();
        assertThat(staging.hosts()).isEmpty();
        assertThat(staging.runSeconds(60, new double[] {0, 1, 1, 1, 1, 2})).isEqualTo(10, within(1e-9));
    }

    @Test
    void shouldCountTheUnitsThatEarlyHostsCompute() {
        Staging staging = Staging.of(World.all(twoSites(100), 0), FILES);
        double[] rates = {0, 1, 1, 1, 1, 1};
        assertThat(staging.runSeconds(20, rates)).as("before the far hosts").isEqualTo(5 + 20 / 2.0, within(1e-9));
        assertThat(staging.runSeconds(210, rates))
                .as("55 s of two hosts, then five")
                .isEqualTo(60 + 100 / 5.0, within(1e-9));
    }

    @Test
    void shouldNeverEndWhereNothingPasses() {
        NetworkView view = star(1, Wire.duplex(0), Wire.UNLIMITED);
        Staging staging = Staging.of(World.all(view, 0), FILES);
        assertThat(staging.seconds(1)).isInfinite();
        assertThat(staging.runSeconds(1, new double[] {0, 1})).isInfinite();
    }

    // ---- the simulator

    private static final Workload WORK = Workloads.constant(1, 2_000, new UnitCosts(0.1, 0, 0, 0, 0));

    private static SimulationReport simulate(World machines, StagedFiles files, NetworkKind network) {
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withNetwork(network).withFiles(files).withSpeculation(0);
        SimulationReport report = Simulation.run(WORK, machines.with(Overheads.NONE, terms));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
        return report;
    }

    /** Seconds before each host's worker registered. */
    private static double[] starting(SimulationReport report, int hosts) {
        double[] seconds = new double[hosts];
        for (SimulationReport.WorkerUse use : report.workers()) {
            seconds[use.host()] = use.slots() == 0 ? 0 : use.times().of(Cause.STARTING) * 1e-9 / use.slots();
        }
        return seconds;
    }

    @ParameterizedTest
    @EnumSource
    void shouldSimulateTheSameTimes(NetworkKind network) {
        Wire far = Wire.duplex(10 * MEGABYTE).withLatency(25_000_000);
        List<World> cases = List.of(
                World.all(star(1, far, Wire.UNLIMITED), 0),
                World.all(star(4, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED), 0),
                World.all(star(3, Wire.UNLIMITED, Wire.shared(10 * MEGABYTE)), 0),
                World.all(twoSites(100), 0));
        for (World machines : cases) {
            double[] expected = seconds(machines, FILES);
            double[] simulated = starting(simulate(machines, FILES, network), expected.length);
            double last = Arrays.stream(expected).max().orElseThrow();
            assertThat(Arrays.stream(simulated).max().orElseThrow())
                    .as(machines.view().name())
                    .isEqualTo(last, within(0.02 * last));
            for (int host = 0; host < expected.length; host++) {
                assertThat(simulated[host])
                        .as(machines.view().hosts().get(host).name())
                        .isLessThanOrEqualTo(expected[host] * 1.02);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassPiecesOnBelowASubMaster(NetworkKind network) {
        World machines = withSubMaster(2);
        SimulationReport report = simulate(machines, FILES, network);
        double[] simulated = starting(report, 6);
        assertThat(simulated[4]).isEqualTo(50, within(1.5));
        assertThat(simulated[5]).isEqualTo(50, within(1.5));
        assertThat(starting(simulate(withSubMaster(100), FILES, network), 6)[5]).isEqualTo(20, within(0.6));
        assertThat(downTheWan(report)).as("one copy").isBetween(100_000_000L, 101_000_000L);
    }

    @Test
    void shouldSimulateOneCopyPerLineBetweenPeers() {
        SimulationReport report = simulate(World.all(twoSites(100), 0), SHARED, NetworkKind.PACKETS);
        assertThat(starting(report, 6)[5]).isEqualTo(20, within(0.4));
        assertThat(downTheWan(report)).as("one copy").isBetween(100_000_000L, 101_000_000L);
    }

    private static long downTheWan(SimulationReport report) {
        return report.links().stream()
                .filter(link -> link.part() == Part.LINK_DOWN && link.name().equals("there"))
                .mapToLong(ServerUse::amount)
                .sum();
    }

    @Test
    void shouldComputeLaterByTheTimeOfStaging() {
        World machines = World.all(star(4, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED), 0);
        double without =
                simulate(machines, StagedFiles.NONE, NetworkKind.PACKETS).seconds();
        double with = simulate(machines, FILES, NetworkKind.PACKETS).seconds();
        assertThat(without).isEqualTo(50, within(0.5));
        assertThat(with)
                .isEqualTo(
                        Staging.of(machines, FILES).runSeconds(2_000, new double[] {0, 10, 10, 10, 10}), within(0.9));
        assertThat(with - without).isEqualTo(40, within(0.9));
    }

    @Test
    void shouldComputeAtOnceOnTheMastersHost() {
        NetworkView view = star(1, Wire.duplex(10 * MEGABYTE), Wire.UNLIMITED);
        SimulationReport report = simulate(new World(view, 0, 0, 1), FILES, NetworkKind.PACKETS);
        assertThat(starting(report, 2)[0]).isZero();
        assertThat(starting(report, 2)[1]).isEqualTo(10, within(0.1));
    }

    @SeededTest(runs = 20)
    void shouldNeverSimulateALongerTime(RandomGenerator random) {
        List<Link> links = new ArrayList<>();
        links.add(new Link("l0", Wire.UNLIMITED));
        int linkCount = 1 + random.nextInt(6);
        for (int i = 1; i < linkCount; i++) {
            links.add(new Link("l" + i, random.nextInt(i), wire(random)));
        }
        List<Host> hosts = new ArrayList<>();
        int hostCount = 2 + random.nextInt(10);
        for (int i = 0; i < hostCount; i++) {
            hosts.add(new Host("h" + i, random.nextInt(links.size()), wire(random)));
        }
        World machines = World.all(new NetworkView("random", links, hosts), 0);
        shouldNeverSimulateALongerTime(machines, FILES, 0.02);
        shouldNeverSimulateALongerTime(machines, SHARED, 0.1); // each step of the chain waits for a piece
    }

    private static void shouldNeverSimulateALongerTime(World machines, StagedFiles files, double share) {
        double[] expected = seconds(machines, files);
        double last = Arrays.stream(expected).max().orElseThrow();
        // The run must outlast the staging of the last host.
        Workload work = Workloads.constant(1, 50 + (long) (2 * last * expected.length), new UnitCosts(1, 0, 0, 0, 0));
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withNetwork(NetworkKind.FAIR).withFiles(files);
        double[] simulated = starting(Simulation.run(work, machines.with(Overheads.NONE, terms)), expected.length);
        for (int host = 0; host < expected.length; host++) {
            assertThat(simulated[host]).as("host %d", host).isLessThanOrEqualTo(expected[host] * (1 + share) + 0.01);
        }
        assertThat(Arrays.stream(simulated).max().orElseThrow()).isEqualTo(last, within(share * last + 0.01));
    }

    private static Wire wire(RandomGenerator random) {
        double rate = (1 + random.nextInt(20)) * MEGABYTE;
        return random.nextInt(4) == 0 ? Wire.shared(rate) : Wire.duplex(rate);
    }
}
