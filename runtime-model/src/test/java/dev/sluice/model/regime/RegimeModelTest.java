package dev.sluice.model.regime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.LatencyTerms;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.plan.RunLatency;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import dev.sluice.testing.Records;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RegimeModelTest {
    private static final double MEGABYTE = 1e6;

    /** A master at the root, four workers of one slot behind a link of 1 MB/s. */
    private static NetworkView behindALink() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < 4; i++) {
            hosts.add(new Host("w" + i, 1));
        }
        return new NetworkView(
                "behind", List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(MEGABYTE))), hosts);
    }

    private static Standing at(UnitCosts costs) {
        return RegimeModel.of(new World(behindALink(), 0).with(Overheads.NONE)).at(costs);
    }

    private static Overheads perUnit(double slotNanos, double masterNanos) {
        return Records.with(Overheads.NONE, "handOutNanos", masterNanos, "unitNanos", slotNanos);
    }

    @Test
    void shouldBeBoundByComputationWhenTheSlotsAreFull() {
        Standing standing = at(new UnitCosts(2, 0.01, 100, 1000, 0));
        assertThat(standing.regime()).isEqualTo(Regime.COMPUTATION);
        assertThat(standing.rateWups()).isEqualTo(2, within(1e-9));
        assertThat(standing.computation()).isEqualTo(1, within(1e-9));
        assertThat(standing.binding()).isEqualTo("computing");
    }

    @Test
    void shouldBeBoundByCommunicationWhenALinkIsFull() {
        Standing standing = at(new UnitCosts(0.1, 0.01, 100, MEGABYTE, 0));
        assertThat(standing.regime()).isEqualTo(Regime.COMMUNICATION);
        assertThat(standing.rateWups()).isEqualTo(1, within(1e-9));
        assertThat(standing.computation()).isEqualTo(1 / 40.0, within(1e-9));
        assertThat(standing.binding()).isEqualTo("link wan");
    }

    @Test
    void shouldBeBoundByOverheadWhenTheMasterIsFull() {
        Standing standing = at(new UnitCosts(0.1, 0.1, 100, 1000, 0));
        assertThat(standing.regime()).isEqualTo(Regime.OVERHEAD);
        assertThat(standing.rateWups()).isEqualTo(10, within(1e-9));
        assertThat(standing.busiestOverhead()).isEqualTo(Standing.Overhead.MASTER_ACCEPT);
        assertThat(standing.binding()).isEqualTo("the master (accept)");
    }

    @Test
    void shouldCountWhatAnAssignmentCostsAsOverhead() {
        UnitCosts costs = new UnitCosts(0.001, 0, 0, 0, 0);
        Standing slots = RegimeModel.of(new World(behindALink(), 0).with(perUnit(9e6, 0)))
                .at(costs);
        assertThat(slots.regime()).isEqualTo(Regime.OVERHEAD);
        assertThat(slots.computation()).isEqualTo(0.1, within(1e-9));
        assertThat(slots.busiestOverhead()).isEqualTo(Standing.Overhead.SLOT_HANDLING);

        Standing master = RegimeModel.of(new World(behindALink(), 0).with(perUnit(0, 1e6)))
                .at(costs);
        assertThat(master.regime()).isEqualTo(Regime.OVERHEAD);
        assertThat(master.rateWups()).isEqualTo(1000, within(1e-6));
        assertThat(master.busiestOverhead()).isEqualTo(Standing.Overhead.MASTER_MESSAGES);
    }

    @Test
    void shouldShareMessagesAmongSmallUnits() {
        Cost message = new Cost(1e6, 0);
        Overheads overheads = Records.with(Overheads.NONE, "masterSends", message, "masterReceives", message);
        RegimeModel model = RegimeModel.of(new World(behindALink(), 0).with(overheads));
        assertThat(model.at(new UnitCosts(0.1, 0, 0, 0, 0)).overhead())
                .as("2 ms a unit at 40 units/s")
                .isEqualTo(0.08, within(1e-9));
        assertThat(model.at(new UnitCosts(0.001, 0, 0, 0, 0)).overhead())
                .as("2 ms for ten units at 4000 units/s")
                .isEqualTo(0.8, within(1e-9));
    }

    @Test
    void shouldBeMixedFromEightyFivePercentOn() {
        assertThat(at(new UnitCosts(1, 0, 0, MEGABYTE / (4 * 0.851), 0)).regime())
                .isEqualTo(Regime.MIXED);
        assertThat(at(new UnitCosts(1, 0, 0, MEGABYTE / (4 * 0.849), 0)).regime())
                .isEqualTo(Regime.COMMUNICATION);
        assertThat(at(new UnitCosts(1, 0, 0, 0.851 * MEGABYTE / 4, 0)).regime()).isEqualTo(Regime.MIXED);
        assertThat(at(new UnitCosts(1, 0, 0, 0.849 * MEGABYTE / 4, 0)).regime()).isEqualTo(Regime.COMPUTATION);
        assertThat(at(new UnitCosts(1, 0.25 * 0.86, 0, 0, 0)).regime()).isEqualTo(Regime.MIXED);
        assertThat(at(new UnitCosts(1, 0.25 * 0.84, 0, 0, 0)).regime()).isEqualTo(Regime.COMPUTATION);
    }

    @Test
    void shouldKnowTheBordersOfClasses() {
        assertThat(Regime.of(1, 0.85, 0)).isEqualTo(Regime.MIXED);
        assertThat(Regime.of(1, 0.8499, 0.3)).isEqualTo(Regime.COMPUTATION);
        assertThat(Regime.of(0.3, 1, 0.8499)).isEqualTo(Regime.COMMUNICATION);
        assertThat(Regime.of(0.1, 0.2, 0.5)).isEqualTo(Regime.OVERHEAD);
        assertThat(Regime.of(0.9, 0.2, 1)).isEqualTo(Regime.MIXED);
        assertThat(Regime.of(0.2, 0.9, 1)).isEqualTo(Regime.MIXED);
        assertThat(Regime.of(1, 1, 1)).isEqualTo(Regime.MIXED);
    }

    @Test
    void shouldBeBoundByAPortOfTheMaster() {
        List<Host> hosts = List.of(new Host("hub", 0, Wire.shared(MEGABYTE)), new Host("a", 0), new Host("b", 0));
        NetworkView view = new NetworkView("star", List.of(new Link("core", Wire.UNLIMITED)), hosts);
        Standing standing = RegimeModel.of(new World(view, 0).with(Overheads.NONE))
                .at(new UnitCosts(0.1, 0, MEGABYTE / 2, MEGABYTE / 2, 0));
        assertThat(standing.regime()).isEqualTo(Regime.COMMUNICATION);
        assertThat(standing.binding()).isEqualTo("port of hub");
    }

    @Test
    void shouldNotBeBoundByALinkThatHardlyAnyoneIsBehind() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < 99; i++) {
            hosts.add(new Host("near" + i, 0));
        }
        hosts.add(new Host("far", 1));
        NetworkView view = new NetworkView(
                "lopsided", List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(1))), hosts);
        assertThat(RegimeModel.of(new World(view, 0).with(Overheads.NONE))
                        .at(new UnitCosts(1, 0, 0, 1000, 0))
                        .regime())
                .isEqualTo(Regime.COMPUTATION);
    }

    @Test
    void shouldBeBoundByALinkThatNothingPasses() {
        NetworkView view = new NetworkView(
                "cut",
                List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(0))),
                List.of(new Host("hub", 0), new Host("far", 1)));
        Standing standing =
                RegimeModel.of(new World(view, 0).with(Overheads.NONE)).at(new UnitCosts(1, 0, 0, 1, 0));
        assertThat(standing.regime()).isEqualTo(Regime.COMMUNICATION);
        assertThat(standing.rateWups()).isZero();
    }

    /** The slots wait for inputs, because few of them may be on their way. */
    @Test
    void shouldBeBoundByRoundTripsThatHideNoWay() {
        World machines = World.star(2, 4, Wire.duplex(1e9).withLatency(25_000_000));
        UnitCosts costs = new UnitCosts(0.001, 0, 500_000, 10, 0);
        Standing standing = RegimeModel.of(new World(machines.view(), 0).with(Overheads.NONE))
                .at(costs);
        Standing simulated = SimulatedRegime.of(Simulation.run(
                Workloads.constant(1, 6_000, costs), machines.with(Overheads.NONE, SimulationTerms.DEFAULT)));
        assertThat(standing.regime()).isEqualTo(Regime.COMMUNICATION);
        assertThat(standing.binding()).isEqualTo("round trips to the workers");
        assertThat(standing.rateWups()).isCloseTo(simulated.rateWups(), withinPercentage(5));
        assertThat(standing.computation()).isCloseTo(simulated.computation(), within(0.05));
        assertThat(standing.communication())
                .as("the rest of the slots' time")
                .isCloseTo(1 - simulated.computation(), within(0.05));
    }

    @Test
    void shouldRefuseAViewWithoutWorkers() {
        NetworkView view = new NetworkView("one", List.of(new Link("core", Wire.UNLIMITED)), List.of(new Host("a", 0)));
        assertThatThrownBy(() -> RegimeModel.of(new World(view, 0).with(Overheads.NONE)))
                .hasMessageContaining("no worker");
    }

    @SeededTest(runs = 200)
    void shouldReachTheRateOfTheFlowModelThoughHostsAreTakenTogether(RandomGenerator random) {
        List<Link> links = new ArrayList<>(List.of(new Link("l0", Wire.UNLIMITED)));
        for (int l = 1; l < 1 + random.nextInt(5); l++) {
            Wire wire = Wire.duplex(1 + random.nextInt(50)).withLatency(random.nextInt(3) * 400_000_000L);
            links.add(new Link("l" + l, random.nextInt(l), wire));
        }
        List<Host> hosts = new ArrayList<>();
        for (int h = 0; h < 2 + random.nextInt(20); h++) {
            Wire port = random.nextBoolean() ? Wire.UNLIMITED : Wire.duplex(1 + random.nextInt(3));
            hosts.add(new Host("h" + h, random.nextInt(links.size()), port).withSlots(1 + random.nextInt(2), 1));
        }
        NetworkView view = new NetworkView("random", links, hosts);
        int master = random.nextInt(hosts.size());
        UnitCosts costs = new UnitCosts(0.1 + random.nextDouble(), random.nextDouble() / 10, 1, random.nextInt(5), 0);
        LatencyTerms latency = RunLatency.of(SimulationTerms.DEFAULT, Overheads.NONE, hosts.size() - 1);
        double rate =
                Placement.solve(view, costs, false, latency).solution(master).rate();
        Standing standing =
                RegimeModel.of(new World(view, master).with(Overheads.NONE)).at(costs);
        assertThat(standing.rateWups()).isEqualTo(rate, within(1e-6 * Math.max(1, rate)));
        assertThat(List.of(standing.computation(), standing.communication(), standing.overhead()))
                .allMatch(load -> load >= 0 && load <= 1);
    }

    @Test
    void shouldDrawTheMapWithEachClassInItsCorner() {
        RegimeModel model = RegimeModel.of(new World(behindALink(), 0).with(perUnit(0, 1e5)));
        RegimeGrid grid = RegimeGrid.of(
                model,
                new UnitCosts(1, 0, 0, 1, 0),
                new RegimeGrid.Range(1e-6, 100),
                new RegimeGrid.Range(1, 1e8),
                41,
                33);
        assertThat(grid.standings()).hasSize(41 * 33);
        assertThat(grid.at(0, 40).regime()).as("long units, small results").isEqualTo(Regime.COMPUTATION);
        assertThat(grid.at(32, 0).regime()).as("short units, large results").isEqualTo(Regime.COMMUNICATION);
        assertThat(grid.at(0, 0).regime()).as("short units, small results").isEqualTo(Regime.OVERHEAD);
        assertThat(grid.unitSeconds()).first().isEqualTo(1e-6);
        assertThat(grid.unitSeconds()).last().isEqualTo(100.0);
        assertThat(grid.standings()).extracting(Standing::regime).contains(Regime.MIXED);
    }
}
