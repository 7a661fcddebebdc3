package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Compares the packet network with the one with fair shares. */
class NetworksTest {
    private static final double MEGABYTE = 1e6;

    private static SimulationReport run(World machines, Workload workload, NetworkKind kind) {
        SimulationReport report =
                Simulation.run(workload, machines.with(Overheads.NONE, SimulationTerms.DEFAULT.withNetwork(kind)));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        return report;
    }

    private static void agree(World machines, Workload workload, double percent) {
        SimulationReport packets = run(machines, workload, NetworkKind.PACKETS);
        SimulationReport fair = run(machines, workload, NetworkKind.FAIR);
        assertThat(packets.seconds()).isCloseTo(fair.seconds(), Percentage.withPercentage(percent));
        ServerUse busiest = busiest(fair);
        ServerUse same = packets.links().stream()
                .filter(use -> use.part() == busiest.part() && use.index() == busiest.index())
                .findFirst()
                .orElseThrow();
        assertThat(same.utilisation()).isCloseTo(busiest.utilisation(), Percentage.withPercentage(percent));
    }

    private static ServerUse busiest(SimulationReport report) {
        return report.links().stream()
                .max(Comparator.comparingDouble(ServerUse::utilisation))
                .orElseThrow();
    }

    @Test
    void shouldAgreeWhereOnePortBinds() {
        World star = World.star(8, 1, Wire.duplex(12.5 * MEGABYTE));
        agree(star, Workloads.constant(1, 1_000, new UnitCosts(0.01, 0, 1_000, 200_000, 0)), 2);
        agree(star, Workloads.constant(1, 1_000, new UnitCosts(0.01, 0, 200_000, 1_000, 100_000)), 2);
    }

    @Test
    void shouldAgreeWhereBothDirectionsShareAWire() {
        World star = World.star(4, 2, Wire.shared(12.5 * MEGABYTE));
        agree(star, Workloads.constant(1, 1_000, new UnitCosts(0.01, 0, 100_000, 100_000, 0)), 3);
    }

    @Test
    void shouldAgreeWhereSlotsBind() {
        World star = World.star(8, 1, Wire.duplex(125 * MEGABYTE).withLatency(100_000));
        agree(star, Workloads.constant(1, 2_000, new UnitCosts(0.05, 0, 1_000, 10_000, 0)), 1);
    }

    /**
     * A link that transfers of several sites share serves packets in the order of their arrival, which is not a fair
     * share. A worker gets more of it than another, and the run ends slightly later or earlier.
     */
    @Test
    void shouldAgreeOnTreesThatTransfersFill() {
        double[] differences = new SplittableRandom(1)
                .splits(100)
                .mapToDouble(NetworksTest::differenceOnATree)
                .sorted()
                .toArray();
        assertThat(differences[50]).as("median").isLessThan(0.02);
        assertThat(differences[90]).as("all but a tenth").isLessThan(0.1);
        assertThat(differences[99]).as("worst").isLessThan(0.3);
    }

    private static double differenceOnATree(RandomGenerator random) {
        int sites = 1 + random.nextInt(3);
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, Wire.duplex(10 * MEGABYTE))));
        for (int site = 1; site <= sites; site++) {
            Wire way = Wire.duplex(MEGABYTE * (1 + random.nextInt(10))).withLatency(random.nextInt(20_000_000));
            links.add(new Link("l" + site, random.nextInt(site), way));
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                Wire port = Wire.duplex(MEGABYTE * (1 + random.nextInt(10)));
                hosts.add(new Host("w" + hosts.size(), site, port).withSlots(1 + random.nextInt(2), 1));
            }
        }
        World machines = World.all(new NetworkView("random", links, hosts), 0);
        UnitCosts costs =
                new UnitCosts(0.005 + random.nextDouble() / 20, 0, random.nextInt(50_000), random.nextInt(60_000), 0);
        Workload workload = Workloads.constant(1, 1_500, costs);
        double fair = run(machines, workload, NetworkKind.FAIR).seconds();
        return Math.abs(run(machines, workload, NetworkKind.PACKETS).seconds() / fair - 1);
    }
}
