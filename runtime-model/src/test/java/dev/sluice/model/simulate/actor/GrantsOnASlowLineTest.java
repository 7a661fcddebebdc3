package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.NetworkKind;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Units with large inputs and large results over a slow line, as tomography has them: both directions of the line are
 * busy at once. A grant is small, and does not wait behind megabytes of inputs.
 */
class GrantsOnASlowLineTest {
    private static final double MEGABYTE = 1e6;

    private static double seconds(PolicyName policy, GrantMode congestion, NetworkKind network) {
        Wire port = Wire.duplex(12.5 * MEGABYTE);
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0, port)));
        for (int i = 1; i <= 4; i++) {
            hosts.add(new Host("w" + i, 1, port));
        }
        Wire line = Wire.duplex(1.25 * MEGABYTE).withLatency(35_000_000);
        NetworkView view =
                new NetworkView("sites", List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, line)), hosts);
        SimulationReport report = Simulation.run(
                Workloads.constant(3, 24, new UnitCosts(1, 0, MEGABYTE, MEGABYTE, 0)),
                World.all(view, 0)
                        .with(
                                Overheads.NONE,
                                SimulationTerms.DEFAULT
                                        .withPolicy(policy)
                                        .withCongestion(congestion)
                                        .withNetwork(network)));
        assertThat(report.ending()).isEqualTo(SimulationReport.Ending.COMPLETE);
        return report.seconds();
    }

    @ParameterizedTest
    @CsvSource({"FIXED, PACKETS", "SS, PACKETS", "FIXED, FAIR", "SS, FAIR"})
    void shouldNotBeSlowerBecauseOfCongestionControl(PolicyName policy, NetworkKind network) {
        double without = seconds(policy, GrantMode.OFF, network);
        assertThat(seconds(policy, GrantMode.ADAPTIVE, network)).isLessThan(1.08 * without);
    }
}
