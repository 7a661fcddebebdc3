package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.simulate.Overheads;
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
        Overheads costs = workload.costs(new Overheads(
                Overheads.Cost.NONE,
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
                Overheads.Warming.NONE));
        assertThat(costs.takeNanos()).isEqualTo(100_000);
        assertThat(costs.unitBytes()).isEqualTo(50_000);
        assertThat(costs.frameBytes()).isEqualTo(80);
        assertThat(costs.startNanos()).isEqualTo(7);
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
