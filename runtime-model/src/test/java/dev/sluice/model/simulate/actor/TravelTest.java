package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import dev.sluice.model.simulate.cost.Overheads.Travel;
import dev.sluice.testing.Records;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests costs of messages on their way, in addition to the bandwidths of the view. */
class TravelTest {
    private static final double PORT = 12.5e6;
    private static final int RESULT = 1_000_000;
    private static final long UNITS = 20;

    private static double seconds(Overheads overheads, int resultBytes, double unitSeconds) {
        Workload workload = Workloads.constant(1, UNITS, new UnitCosts(unitSeconds, 0, 0, resultBytes, 0));
        World machines = World.star(1, 1, Wire.duplex(PORT));
        return Simulation.run(workload, machines.with(overheads, SimulationTerms.DEFAULT.withPrefetch(0)))
                .seconds();
    }

    @Test
    void shouldPayMoreForFirstMessagesAndUnits() {
        Cost cost = new Cost(10_000, 1);
        Overheads warm = Records.with(Overheads.NONE, "workerSends", cost, "claimNanos", 20_000);
        Overheads cold = warm.withWarming(new Overheads.Warming(
                Overheads.Decline.NONE, new Overheads.Decline(3, 40), new Overheads.Decline(5, 100)));
        Workload workload = Workloads.constant(1, 500, new UnitCosts(0.05, 0, 0, 1_000, 0));
        World one = World.star(1, 1, Wire.UNLIMITED);
        SimulationReport.WorkerUse before = Simulation.run(workload, one.with(warm, SimulationTerms.DEFAULT))
                .workers()
                .get(0);
        SimulationReport.WorkerUse after = Simulation.run(workload, one.with(cold, SimulationTerms.DEFAULT))
                .workers()
                .get(0);
        double messages = IntStream.range(0, 500)
                .mapToDouble(k -> 3 * Math.exp(-k / 40.0))
                .sum();
        assertThat(before.loopNanos()).isEqualTo(500 * 11_000L);
        assertThat(after.loopNanos() - before.loopNanos()).isCloseTo(Math.round(10_000 * messages), within(600L));
        double units = IntStream.range(0, 500)
                .mapToDouble(k -> 5 * Math.exp(-k / 100.0))
                .sum();
        assertThat(after.times().of(Cause.RUNTIME) - before.times().of(Cause.RUNTIME))
                .isCloseTo(Math.round(20_000 * units), within(600L));
    }

    @Test
    void shouldCountTheHeadersOfPackets() {
        double without = seconds(Overheads.NONE, RESULT, 1e-6);
        double with = seconds(Records.with(Overheads.NONE, "travel", Travel.ETHERNET), RESULT, 1e-6);
        assertThat(with / without).isEqualTo(1 + 68.0 / 1448, within(1e-3));
    }

    @Test
    void shouldDelayMessagesBothWays() {
        double without = seconds(Overheads.NONE, 0, 1e-3);
        double with = seconds(Records.with(Overheads.NONE, "travel", Travel.NONE.withDelay(500_000)), 0, 1e-3);
        assertThat(with - without).as("a round trip for each unit").isEqualTo(UNITS * 1e-3, within(1e-3));
    }

    @Test
    void shouldHandleBytesWhileOthersAreOnTheWire() {
        Cost cost = new Cost(0, 10); // an eighth of what the wire needs for a byte
        Overheads overheads = new Overheads(
                Cost.NONE, cost, cost, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, Overheads.Travel.NONE, Overheads.Warming.NONE);
        double without = seconds(Overheads.NONE, RESULT, 1e-6);
        double with = seconds(overheads, RESULT, 1e-6);
        assertThat(with / without).isEqualTo(1, within(0.01));
    }

    @Test
    void shouldBeLimitedByProcessorsThatAreSlowerThanTheWire() {
        Cost cost = new Cost(0, 160); // twice what the wire needs for a byte
        Overheads overheads = Records.with(Overheads.NONE, "masterReceives", cost);
        assertThat(seconds(overheads, RESULT, 1e-6)).isGreaterThan(0.99 * UNITS * RESULT * 160e-9);
    }
}
