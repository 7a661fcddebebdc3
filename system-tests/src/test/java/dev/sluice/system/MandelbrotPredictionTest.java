package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.app.mandelbrot.Counts;
import dev.sluice.app.mandelbrot.Kernel;
import dev.sluice.app.mandelbrot.Tile;
import dev.sluice.app.mandelbrot.View;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The experiment of Mizutani et al. (2005): the Mandelbrot set in 1024 × 1024 pixels, with the number of iterations for
 * the time of a pixel, so that it comes out the same everywhere.
 */
class MandelbrotPredictionTest {
    private static final int SIDE = 1024;
    private static final int LIMIT = 256;

    /** Pixels of one unit where runs are simulated. */
    private static final int CHUNK = 32;

    private static final double SECONDS_PER_ITERATION = 1e-8;

    private static final Overheads COSTS = new Overheads(
            new Overheads.Cost(100, 0),
            new Overheads.Cost(100, 0),
            new Overheads.Cost(100, 0),
            new Overheads.Cost(100, 0),
            10,
            10,
            10,
            0,
            80,
            1,
            0,
            Overheads.Travel.NONE,
            Overheads.Warming.NONE);

    /** Iterations of each pixel, row by row. */
    private static final int[] ITERATIONS = new int[SIDE * SIDE];

    @BeforeAll
    static void iterate() {
        double step = 3.3 / SIDE;
        View view = new View(-0.7 - step * SIDE / 2, step * SIDE / 2, step, LIMIT);
        Counts counts = Kernel.compute(view, new Tile(0, 0, SIDE, SIDE));
        for (int i = 0; i < ITERATIONS.length; i++) {
            float value = counts.values()[i];
            ITERATIONS[i] = value == Kernel.INSIDE ? LIMIT : Math.max(1, (int) value);
        }
    }

    /** Table 2 of the paper: the error that is made, and the interval that was expected. */
    @ParameterizedTest
    @CsvSource({
        "10, 0.3",
        "28, 0.25",
        "82, 0.15",
        "244, 0.08",
        "730, 0.04",
        "2188, 0.02",
        "6562, 0.01",
        "19684, 0.005",
        "59050, 0.002"
    })
    void shouldEstimateTheTotalAsWellAsItSays(int count, double worst) {
        PredictedCycle cycle = executed(ITERATIONS.length, count, unit -> ITERATIONS[(int) unit]);
        double error = cycle.totalSeconds() / total() - 1;
        Interval interval = cycle.interval(new SplittableRandom(1));
        assertThat(error).isCloseTo(0, within(worst));
        assertThat(1 / (1 + error) - 1)
                .as("the truth, of the estimate; expected: %s", interval)
                .isBetween(1.5 * interval.low(), 1.5 * interval.high());
    }

    /** 1,024 of 1024 × 1024 with both ends are 1,025 apart: they lie on the diagonal, and no interval can know it. */
    @Test
    void shouldNotTakeUnitsFromTheDiagonalAlone() {
        SampleIndices diagonal = SampleIndices.evenly(ITERATIONS.length, 1024);
        assertThat(diagonal.index(700) % SIDE).isEqualTo(diagonal.index(700) / SIDE);
        PredictedCycle cycle = executed(ITERATIONS.length, 1024, unit -> ITERATIONS[(int) unit]);
        assertThat(cycle.totalSeconds() / total() - 1).isGreaterThan(0.5);
    }

    private static double total() {
        return Arrays.stream(ITERATIONS).asLongStream().sum();
    }

    /**
     * The paper's point: where the master is nearly busy, the order of units decides who waits for whom, and the same
     * units in another order take another time: 15 % less in the paper, where workers wait between any two units; more
     * here, where they are fed ahead.
     */
    @Test
    void shouldPredictInTheOrderOfIndicesAndNotInAnother() {
        long[] nanos = new long[ITERATIONS.length / CHUNK];
        for (int unit = 0; unit < nanos.length; unit++) {
            double iterations = Arrays.stream(ITERATIONS, unit * CHUNK, (unit + 1) * CHUNK)
                    .asLongStream()
                    .sum();
            nanos[unit] = Math.round(iterations * SECONDS_PER_ITERATION * 1e9);
        }
        double truth = simulated(nanos);
        PredictedCycle cycle = executed(nanos.length, 2188, unit -> nanos[(int) unit]);
        long[] estimated = new long[nanos.length];
        Arrays.setAll(estimated, unit -> Math.round(cycle.seconds(unit)));
        assertThat(simulated(estimated) / truth).as("in order").isCloseTo(1, within(0.05));
        SplittableRandom chance = new SplittableRandom(1);
        long[] shuffled = nanos.clone();
        for (int i = shuffled.length - 1; i > 0; i--) {
            int other = chance.nextInt(i + 1);
            long moved = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = moved;
        }
        assertThat(Math.abs(simulated(shuffled) / truth - 1)).as("shuffled").isGreaterThan(0.1);
    }

    /** On 40 workers, with a master that is as busy as all of them are on average. */
    private static double simulated(long[] nanos) {
        int workers = 40;
        long accept = Arrays.stream(nanos).sum() / nanos.length / workers;
        return Simulation.run(
                        new Rows(nanos, accept),
                        World.star(workers, 1, Wire.duplex(1e9).withLatency(20_000))
                                .with(COSTS, SimulationTerms.DEFAULT.withSpeculation(0)))
                .seconds();
    }

    private static PredictedCycle executed(long units, int count, LongToDoubleFunction time) {
        SampleIndices sample = SampleIndices.evenly(units, count);
        List<SampledUnit> executed = new ArrayList<>();
        for (int i = 0; i < sample.count(); i++) {
            executed.add(new SampledUnit(sample.index(i), time.applyAsDouble(sample.index(i)), 0, 0, 0));
        }
        return new PredictedCycle(units, 0, executed);
    }

    /** One cycle of units with these times, each accepted in the same. */
    private record Rows(long[] nanos, long accept) implements Workload {
        @Override
        public int cycles() {
            return 1;
        }

        @Override
        public long units(int cycle) {
            return nanos.length;
        }

        @Override
        public long setupBytes(int cycle) {
            return 0;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return nanos[(int) unit];
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return 0;
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return 0;
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return accept;
        }
    }
}
