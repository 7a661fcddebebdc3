package dev.sluice.model.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Overheads.Cost;
import dev.sluice.model.simulate.Overheads.Travel;
import org.junit.jupiter.api.Test;

/** What a message costs on its way, beside the bandwidths of the view. */
class TravelTest {
    private static final double PORT = 12.5e6;
    private static final int RESULT = 1_000_000;
    private static final long UNITS = 20;

    private static double seconds(Overheads overheads, int resultBytes, double unitSeconds) {
        Workload workload = Workloads.constant(1, UNITS, new UnitCosts(unitSeconds, 0, 0, resultBytes, 0));
        Machines machines = Machines.star(1, 1, Wire.duplex(PORT));
        return Simulation.run(workload, machines, overheads, SimulationTerms.DEFAULT.withPrefetch(0))
                .seconds();
    }

    @Test
    void shouldCountTheHeadersOfPackets() {
        double without = seconds(Overheads.NONE, RESULT, 1e-6);
        double with = seconds(Overheads.NONE.withTravel(Travel.ETHERNET), RESULT, 1e-6);
        assertThat(with / without).isEqualTo(1 + 68.0 / 1448, within(1e-3));
    }

    @Test
    void shouldDelayMessagesBothWays() {
        double without = seconds(Overheads.NONE, 0, 1e-3);
        double with = seconds(Overheads.NONE.withTravel(Travel.NONE.withDelay(500_000)), 0, 1e-3);
        assertThat(with - without).as("a round trip for each unit").isEqualTo(UNITS * 1e-3, within(1e-3));
    }

    @Test
    void shouldHandleBytesWhileOthersAreOnTheWire() {
        Cost cost = new Cost(0, 10); // an eighth of what the wire needs for a byte
        Overheads overheads =
                new Overheads(Cost.NONE, cost, cost, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Overheads.Travel.NONE);
        double without = seconds(Overheads.NONE, RESULT, 1e-6);
        double with = seconds(overheads, RESULT, 1e-6);
        assertThat(with / without).isEqualTo(1, within(0.01));
    }

    @Test
    void shouldBeLimitedByProcessorsThatAreSlowerThanTheWire() {
        Cost cost = new Cost(0, 160); // twice what the wire needs for a byte
        Overheads overheads =
                new Overheads(Cost.NONE, cost, Cost.NONE, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Overheads.Travel.NONE);
        assertThat(seconds(overheads, RESULT, 1e-6)).isGreaterThan(0.99 * UNITS * RESULT * 160e-9);
    }
}
