package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site behind a slow link that can hardly deliver its results must not delay the site of the master. */
class FarSiteTest {
    private static final int SITE = 6;
    private static final int UNITS = 120;

    private static NetworkView view() {
        Wire port = Wire.duplex(12.5e6);
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0, port)));
        IntStream.range(0, 2 * SITE).forEach(i -> hosts.add(new Host("h" + i, i / SITE, port)));
        Wire between = Wire.duplex(1.25e6).withLatency(35_000_000);
        return new NetworkView(
                "sites", List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, between)), hosts);
    }

    private static World machines(int... workers) {
        return new World(view(), 0, workers);
    }

    private static double slowest(World machines, int bytes) {
        SimulationReport report = Simulation.run(
                Workloads.constant(6, UNITS, new UnitCosts(0.25, 0, 24, bytes, 8)),
                machines.with(Overheads.NONE, SimulationTerms.DEFAULT.withPacketBytes(1514)));
        assertThat(report.acceptedUnits()).isEqualTo(6 * UNITS);
        return report.cycles().stream()
                .skip(1)
                .mapToDouble(cycle -> cycle.nanos() * 1e-9)
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 64_000, 100_000, 256_000, 1_000_000})
    void shouldNotHoldUpTheOther(int bytes) {
        int[] near = IntStream.rangeClosed(1, SITE).toArray();
        int[] both = IntStream.rangeClosed(1, 2 * SITE).toArray();
        int[] belowAnother = IntStream.range(0, 2 * SITE - 1)
                .map(i -> i < SITE ? i + 1 : i + 2)
                .toArray();
        World tree = machines(belowAnother)
                .withSubMasters(List.of(new World.SubMaster(SITE + 1, List.of(8, 9, 10, 11, 12))));
        double alone = slowest(machines(near), bytes);
        assertThat(slowest(machines(both), bytes)).as("flat").isLessThan(1.2 * alone);
        assertThat(slowest(tree, bytes)).as("tree").isLessThan(1.2 * alone);
    }
}
