package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Grouping;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PredictedWorkloadTest {
    @SeededTest
    void shouldAskForAsMuchHoweverManyUnitsAreTogether(RandomGenerator random) {
        long units = random.nextInt(2, 5_000);
        PredictedCycle cycle = cycle(units, random);
        PredictedWorkload workload = PredictedWorkload.of(cycle, random.nextInt(1, 2_000));
        assertThat(total(workload)).isCloseTo(cycle.totalSeconds(), within(1e-9 * units + 1e-9));
        assertThat(total(workload.times(1.5))).isCloseTo(1.5 * cycle.totalSeconds(), within(1e-9 * units + 1e-9));
        double sampled =
                cycle.sample().stream().mapToDouble(SampledUnit::computeSeconds).sum();
        assertThat(total(workload.withoutSample()))
                .isCloseTo(cycle.totalSeconds() - sampled, within(1e-9 * units + 1e-9));
    }

    @Test
    void shouldPutABillionUnitsTogether() {
        PredictedCycle cycle = new PredictedCycle(
                1_000_000_000L,
                0,
                List.of(new SampledUnit(0, 1e-6, 8, 8, 1e-8), new SampledUnit(999_999_999, 1e-6, 8, 8, 1e-8)));
        PredictedWorkload workload = PredictedWorkload.of(cycle, 20_000);
        assertThat(workload.units(0)).isEqualTo(20_000);
        assertThat(workload.together()).isEqualTo(50_000);
        assertThat(workload.computeNanos(0, 17)).isEqualTo(50_000_000);
        assertThat(workload.inputBytes(0, 17)).isEqualTo(400_000);
        assertThat(workload.acceptNanos(0, 17)).isEqualTo(500_000);
        Overheads alone = new Overheads(
                new Overheads.Cost(1_000, 2),
                Overheads.Cost.NONE,
                Overheads.Cost.NONE,
                Overheads.Cost.NONE,
                1,
                2,
                3,
                0,
                80,
                1,
                7,
                Overheads.Travel.NONE,
                Overheads.Warming.NONE);
        Overheads costs = Grouping.of(workload, ResultsKind.EACH, 1).of(alone);
        assertThat(costs.takeNanos()).isEqualTo(100_000);
        assertThat(costs.masterSends().messageNanos())
                .as("50,000 units, of which 256 fill a message")
                .isEqualTo(1_000 * 50_000 / 256.0);
        assertThat(costs.masterSends().byteNanos()).isEqualTo(2);
        assertThat(costs.unitBytes()).isEqualTo(50_000);
        assertThat(costs.frameBytes()).isEqualTo(80);
        assertThat(costs.startNanos()).isEqualTo(7);
    }

    @Test
    void shouldTakeTheSameWithUnitsPutTogether() {
        PredictedCycle cycle = new PredictedCycle(
                100_000, 0, List.of(new SampledUnit(0, 1e-4, 8, 8, 0), new SampledUnit(99_999, 1e-4, 8, 8, 0)));
        double one = loopSeconds(PredictedWorkload.of(cycle, 100_000));
        assertThat(one).as("results, their receipt and new units each 10 ms").isBetween(1.4, 1.8);
        for (int most : new int[] {20_000, 5_000, 2_000}) {
            PredictedWorkload together = PredictedWorkload.of(cycle, most);
            assertThat(loopSeconds(together)).as("%d units", most).isCloseTo(one, withinPercentage(10));
        }
    }

    /** Loop time of one worker whose messages cost 0.5 ms to send and as much to receive. */
    private static double loopSeconds(PredictedWorkload workload) {
        Overheads.Cost cost = new Overheads.Cost(500_000, 0);
        Overheads each = new Overheads(
                cost, cost, cost, cost, 0, 0, 0, 0, 80, 1, 0, Overheads.Travel.NONE, Overheads.Warming.NONE);
        return Simulation.run(
                                workload,
                                World.star(1, 1, Wire.UNLIMITED)
                                        .with(
                                                Grouping.of(workload, ResultsKind.EACH, 1)
                                                        .of(each),
                                                SimulationTerms.DEFAULT))
                        .workers()
                        .get(0)
                        .loopNanos()
                / 1e9;
    }

    private static PredictedCycle cycle(long units, RandomGenerator random) {
        SampleIndices sample = SampleIndices.coarsest(units).finer();
        List<SampledUnit> executed = new ArrayList<>();
        for (int i = 0; i < sample.count(); i++) {
            executed.add(new SampledUnit(sample.index(i), random.nextDouble(), 1, 1, 0));
        }
        return new PredictedCycle(units, 0, executed);
    }

    private static double total(PredictedWorkload workload) {
        double nanos = 0;
        for (long unit = 0; unit < workload.units(0); unit++) {
            nanos += workload.computeNanos(0, unit);
        }
        return nanos / 1e9;
    }
}
