package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The effect of planned weights: hosts of speeds 1, 2 and 4 at three sites, behind 6 and 30 Mbit/s and on the spot. */
class PlannedSharesTest {
    private static final double MEGABIT = 125_000;
    private static final long UNITS = 6_000;
    private static final UnitCosts COSTS = new UnitCosts(0.04, 1e-6, 100, 12_000, 0);

    private static NetworkView view() {
        List<Link> links = List.of(
                new Link("here", Wire.UNLIMITED),
                new Link("slow", 0, Wire.duplex(6 * MEGABIT).withLatency(8_000_000)),
                new Link("better", 0, Wire.duplex(30 * MEGABIT).withLatency(2_000_000)));
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("m", 0, Wire.UNLIMITED));
        for (int link = 0; link < links.size(); link++) {
            for (int speed : new int[] {1, 2, 4}) {
                hosts.add(new Host(links.get(link).name() + speed, link, Wire.UNLIMITED).withSlots(2, speed));
            }
        }
        hosts.add(new Host("sub", 1, Wire.UNLIMITED));
        return new NetworkView("three sites", links, hosts);
    }

    private static World flat() {
        return new World(view(), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    private static World tree() {
        return flat().withSubMasters(List.of(new SubMaster(10, List.of(4, 5, 6))));
    }

    private static SimulationReport run(World machines, PolicyName policy, Weighting weighting) {
        return Simulation.run(
                Workloads.constant(1, UNITS, COSTS),
                machines.with(
                        Overheads.NONE,
                        SimulationTerms.DEFAULT.withPolicy(policy).withWeighting(weighting)));
    }

    /** Units per second: 6 Mbit/s for 12 kB, 30 Mbit/s for 12 kB, and the six slots on the spot. */
    private static double best() {
        return 62.5 + 312.5 + 350;
    }

    /** Units that hardly use their processor are as fast on a busy host, and get the same shares there. */
    @Test
    void shouldNotSizeSharesOfWaitingUnitsByTheLoadOfTheirHosts() {
        UnitCosts waiting = COSTS.withCpuShare(0.001);
        SimulationTerms planned =
                SimulationTerms.DEFAULT.withPolicy(PolicyName.FIXED).withWeighting(Weighting.PLANNED);
        NetworkView busy = new NetworkView(
                "busy",
                view().links(),
                view().hosts().stream().map(PlannedSharesTest::busy).toList());
        World machines = new World(busy, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        double free = Simulation.run(Workloads.constant(1, UNITS, waiting), flat().with(Overheads.NONE, planned))
                .seconds();
        assertThat(Simulation.run(Workloads.constant(1, UNITS, waiting), machines.with(Overheads.NONE, planned))
                        .seconds())
                .isCloseTo(free, within(0.02 * free));
    }

    private static Host busy(Host host) {
        double available = host.link() == 0 ? 0.3 : 0.9;
        return Records.with(host, "availability", available);
    }

    @Test
    void shouldNeedLittleMoreThanTheFlowWithOneShareForEachSlot() {
        double equal = run(flat(), PolicyName.FIXED, Weighting.EQUAL).seconds();
        SimulationReport planned = run(flat(), PolicyName.FIXED, Weighting.PLANNED);
        assertThat(planned.acceptedUnits()).isEqualTo(UNITS);
        assertThat(planned.seconds()).isLessThan(0.6 * equal);
        assertThat(planned.seconds()).isBetween(UNITS / best(), 1.1 * UNITS / best());
        assertThat(planned.workers().stream()
                        .mapToLong(SimulationReport.WorkerUse::units)
                        .toArray())
                .as("62.5 units/s of the slow site are shared 1:2:4")
                .startsWith(Math.round(UNITS * 50 / best()), Math.round(UNITS * 100 / best()));
        assertThat(planned.workers().get(3).units()).isCloseTo((long) (UNITS * 62.5 / 7 / best()), within(2L));
    }

    @Test
    void shouldWeighABranchByItsUplink() {
        double equal = run(tree(), PolicyName.FIXED, Weighting.EQUAL).seconds();
        double planned = run(tree(), PolicyName.FIXED, Weighting.PLANNED).seconds();
        assertThat(planned).isLessThan(0.6 * equal);
        PlannedWeights weights = PlannedShares.of(tree(), COSTS, ResultsKind.EACH);
        assertThat(6 / weights.unitSeconds("sub", true)).isCloseTo(62.5, within(1e-6));
        assertThat(2 / weights.unitSeconds("slow4", false)).isCloseTo(62.5 * 4 / 7, within(1e-6));
    }

    @Test
    void shouldWeighByProcessorsAloneIfResultsTravelAfterwards() {
        PlannedWeights weights = PlannedShares.of(flat(), COSTS, ResultsKind.AT_CYCLE_END);
        assertThat(weights.weight("slow4", false)).isCloseTo(4 / (7 / 3.0), within(1e-9));
    }

    @Test
    void shouldTakeGivenWeightsInsteadOfItsOwn() {
        SimulationTerms terms = SimulationTerms.DEFAULT
                .withPolicy(PolicyName.FIXED)
                .withWeighting(Weighting.PLANNED)
                .withPlannedWeights(PlannedWeights.of(
                        java.util.Map.of(
                                "here1", new PlannedWeights.Rate(2, 1), "here2", new PlannedWeights.Rate(2, 3)),
                        java.util.Map.of()));
        SimulationReport report = Simulation.run(
                Workloads.constant(1, 4_000, COSTS), new World(view(), 0, 1, 2).with(Overheads.NONE, terms));
        assertThat(report.workers().stream().map(SimulationReport.WorkerUse::units))
                .containsExactly(1_000L, 3_000L);
    }
}
