package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MateModelTest {
    private static final int UNITS = 912;
    private static final double BANDWIDTH = 1e6;

    /** Bodies of a simulation, sent to all workers: λ·V_m is 0.0768 s, λ·V_w 0.154 s. */
    private static final MateModel BODIES = new MateModel(0.0005, 1 / BANDWIDTH, 76_800, 0, 154_000, 4.8);

    @Test
    void shouldGiveTheTimesOfDataForEverybody() {
        assertThat(BODIES.seconds(1)).isCloseTo(5.032, within(0.001));
        assertThat(BODIES.seconds(8)).isCloseTo(1.235, within(0.001));
        assertThat(BODIES.seconds(19)).isCloseTo(1.721, within(0.001));
        assertThat(BODIES.equation(8)).isEqualTo(6);
        assertThat(BODIES.optimum()).isCloseTo(8.03, within(0.01));
        assertThat(BODIES.optimumEquation()).isEqualTo(9);
        assertThat(BODIES.best(19)).isEqualTo(8);
        assertThat(BODIES.best(5)).as("no more than there are").isEqualTo(5);
        assertThat(BODIES.best(1)).isEqualTo(1);
    }

    @Test
    void shouldGiveTheTimesOfDividedData() {
        MateModel bytes = new MateModel(0.001, 1e-6, 0, 500_000, 500_000, 4);
        assertThat(bytes.equation(4)).isEqualTo(1);
        assertThat(bytes.seconds(4)).isCloseTo(0.002 + 0.5 + 4.5 / 4, within(1e-9));
        assertThat(bytes.optimumEquation()).isEqualTo(1);
        assertThat(bytes.best(100))
                .as("the eleventh gets its data when the first is done")
                .isEqualTo(11);

        MateModel messages = new MateModel(0.01, 1e-6, 0, 5_000, 5_000, 4);
        assertThat(messages.equation(4)).isEqualTo(2);
        assertThat(messages.seconds(4)).isCloseTo(0.05 + 4.01 / 4, within(1e-9));
        assertThat(messages.optimumEquation()).isEqualTo(5);
        assertThat(messages.optimum()).isCloseTo(Math.sqrt(4.01 / 0.01), within(1e-9));
        assertThat(messages.best(100)).isEqualTo(20);
    }

    @Test
    void shouldGiveTheTimesOfSmallDataForEverybody() {
        MateModel small = new MateModel(0.02, 1e-6, 1_000, 0, 10_000, 8);
        assertThat(small.equation(10)).isEqualTo(7);
        assertThat(small.seconds(10)).isCloseTo(0.22 + 0.001 + 8.01 / 10, within(1e-9));
        assertThat(small.optimumEquation()).isEqualTo(8);
        assertThat(small.best(100)).isEqualTo(20);
    }

    /** The scan takes one of the two whole numbers beside the root of the derivative. */
    @Test
    void shouldFindTheRootsByScanning() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            double compute = 0.5 + 20 * random.nextDouble();
            double each = i % 2 == 0 ? 0.02 + random.nextDouble() : 0.0005;
            double message = i % 2 == 0 ? 0.001 : 0.01 + random.nextDouble();
            MateModel model = new MateModel(message, 1e-6, 1e6 * each, 0, 1e5 * random.nextDouble(), compute);
            assertThat(model.optimumEquation()).isEqualTo(i % 2 == 0 ? 9 : 8);
            double root = Math.max(1, model.optimum());
            assertThat(model.best(1_000)).as("%s", model).isIn((int) Math.floor(root), (int) Math.ceil(root));
        }
    }

    @Test
    void shouldTakeAllWorkersWhereDataTakeNoTime() {
        MateModel local = new MateModel(0, 0, 1e6, 1e6, 1e6, 10);
        assertThat(local.best(64)).isEqualTo(64);
        assertThat(local.optimum()).isInfinite();
    }

    @Test
    void shouldRefuseNegativeTimes() {
        assertThatThrownBy(() -> new MateModel(-1, 0, 0, 0, 0, 1)).hasMessageContaining("expected: none negative");
    }

    /** Small results, because the model lets workers end one after the other, and here they end together. */
    private static double simulated(int workers) {
        Workload bodies = Workloads.drawn(
                new Workloads.Shape(1, UNITS, 76_800),
                new Workloads.Spreads(
                        new Distribution.Fixed(4.8e9 / UNITS),
                        new Distribution.Fixed(1),
                        new Distribution.Fixed(1),
                        new Distribution.Fixed(0)),
                1);
        return Simulation.run(
                        bodies,
                        World.star(workers, 1, Wire.duplex(BANDWIDTH)).with(Overheads.NONE, SimulationTerms.DEFAULT))
                .seconds();
    }

    private static MateModel ofSimulated() {
        return new MateModel(0, 1 / BANDWIDTH, 76_800, UNITS, UNITS, 4.8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 12, 19})
    void shouldAgreeWithSimulations(int workers) {
        assertThat(ofSimulated().seconds(workers)).isCloseTo(simulated(workers), Percentage.withPercentage(3));
    }

    @Test
    void shouldFindTheBestNumberOfSimulations() {
        int best = IntStream.rangeClosed(1, 19)
                .boxed()
                .min((a, b) -> Double.compare(simulated(a), simulated(b)))
                .orElseThrow();
        assertThat(ofSimulated().best(19)).isBetween(best - 1, best + 1);
    }
}
