package dev.sluice.model.simulate.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import dev.sluice.model.simulate.cost.Overheads.Travel;
import dev.sluice.model.simulate.cost.Overheads.Warming;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PeerCostTest {
    @SeededTest(runs = 50)
    void shouldFindBothCosts(RandomGenerator random) {
        double base = random.nextDouble(20_000, 80_000);
        double peer = random.nextDouble(500, 3_000);
        List<PeerCost.Row> rows = new ArrayList<>();
        for (int sessions = 1; sessions <= 64; sessions *= 2) {
            for (int i = 0; i < 4; i++) {
                double noise = 1 + 0.01 * (random.nextDouble() - 0.5);
                rows.add(new PeerCost.Row(sessions, (base + peer * sessions) * noise, random.nextInt(500, 5_000)));
            }
        }
        assertThat(PeerCost.fit(rows)).hasValueSatisfying(cost -> {
            assertThat(cost.messageNanos()).isCloseTo(base, within(0.05 * base));
            assertThat(cost.peerNanos()).isCloseTo(peer, within(0.05 * peer));
            assertThat(cost.peerError()).isBetween(1e-9, 0.05 * peer);
        });
    }

    @Test
    void shouldNotFitRunsThatAreAlike() {
        assertThat(PeerCost.fit(List.of())).isEmpty();
        assertThat(PeerCost.fit(List.of(row(4, 10), row(5, 11), row(6, 12)))).isEmpty();
        assertThat(PeerCost.fit(List.of(row(1, 10), row(8, 11), row(8, 12)))).isEmpty();
        assertThat(PeerCost.fit(List.of(row(1, 12), row(4, 11), row(8, 10))))
                .hasValueSatisfying(cost -> assertThat(cost.peerNanos()).isZero());
    }

    private static PeerCost.Row row(int sessions, double nanos) {
        return new PeerCost.Row(sessions, nanos, 1_000);
    }

    @Test
    void shouldReplaceTheCostOfAMessage() {
        RuntimeCosts counted = new RuntimeCosts(100_000, 50_000, 200, 0, 0);
        Overheads overheads = counted.overheads(new PeerCost(60_000, 1_000, 10));
        assertThat(overheads.masterSends().of(40)).isCloseTo(100_000, within(1e-6));
        assertThat(overheads.workerSends()).isEqualTo(counted.overheads().workerSends());
        assertThat(counted.overheads(PeerCost.NONE)).isEqualTo(counted.overheads());
    }

    @Test
    void shouldSlowAMasterWithManySessions() {
        Cost message = new Cost(200_000, 20_000, 0);
        UnitCosts costs = new UnitCosts(0.1, 0, 0, 0, 0);
        double before = Double.POSITIVE_INFINITY;
        for (int workers : new int[] {8, 64}) {
            World machines = World.star(workers, 800 / workers, Wire.UNLIMITED);
            Overheads flat = ofMaster(new Cost(message.of((double) workers), 0));
            assertThat(RegimeModel.of(new World(machines.view(), 0).with(ofMaster(message)))
                            .at(costs))
                    .isEqualTo(RegimeModel.of(new World(machines.view(), 0).with(flat))
                            .at(costs));
            double rate = rate(machines, costs, ofMaster(message));
            double same = rate(machines, costs, flat);
            assertThat(rate).isCloseTo(same, within(0.01 * same)).isLessThan(0.6 * before);
            before = rate;
        }
    }

    private static Overheads ofMaster(Cost message) {
        return new Overheads(message, message, Cost.NONE, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Travel.NONE, Warming.NONE);
    }

    private static double rate(World machines, UnitCosts costs, Overheads overheads) {
        return Simulation.run(
                        Workloads.constant(1, 20_000, costs),
                        machines.with(overheads, SimulationTerms.DEFAULT.withSpeculation(0)))
                .rateWups();
    }
}
