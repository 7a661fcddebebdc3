package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.simulate.MemoryHost;
import dev.sluice.model.simulate.MemoryHost.Knowledge;
import dev.sluice.model.simulate.MemoryHost.Result;
import dev.sluice.model.simulate.MemoryHost.Unit;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class MemoryPackingTest {
    private static final long MB = 1_000_000;
    private static final long GB = 1_000 * MB;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOST = 64 * GB;
    private static final int SLOTS = 64;

    /** Distributions of memory whose mean is about 2 GB. */
    enum Shape {
        ALIKE,
        NORMAL,
        LOGNORMAL,
        WIDE,
        TWO_KINDS,
        UNIFORM;

        long draw(RandomGenerator random) {
            double bytes =
                    switch (this) {
                        case ALIKE -> 2 + 0.02 * random.nextGaussian();
                        case NORMAL -> 2 + 0.4 * random.nextGaussian();
                        case LOGNORMAL -> 1.9 * Math.exp(0.3 * random.nextGaussian());
                        case WIDE -> 1.5 * Math.exp(0.7 * random.nextGaussian());
                        case TWO_KINDS -> random.nextInt(10) == 0 ? 8 : 1.3;
                        case UNIFORM -> 0.5 + 3 * random.nextDouble();
                    };
            return Math.round(Math.max(0.1, bytes) * GB);
        }
    }

    private static List<Unit> units(Shape shape, double ramp, RandomGenerator random) {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            units.add(new Unit(
                    shape.draw(random), Math.round((10 + 20 * random.nextDouble()) * SECOND), ramp * random.nextDouble()));
        }
        return units;
    }

    private static Result run(Knowledge knowledge, long fixed, List<Unit> units) {
        return new MemoryHost(HOST, SLOTS, SECOND / 5, knowledge, fixed).run(units);
    }

    @Test
    void print() {
        for (Shape shape : Shape.values()) {
            for (double ramp : new double[] {0, 0.3, 1}) {
                List<Unit> units = units(shape, ramp, new SplittableRandom(7));
                long median = units.stream().mapToLong(Unit::peakBytes).sorted().toArray()[units.size() / 2];
                Result learned = run(Knowledge.LEARNED, 0, units);
                Result fixed = run(Knowledge.FIXED, median, units);
                Result best = run(Knowledge.CLAIRVOYANT, 0, units);
                System.out.printf(
                        "%-10s %.1f killed %4d failed %d of fixed %4d, waste %5.1f %%, time %+5.1f %%%n",
                        shape, ramp, learned.killed(), learned.failed(), fixed.failed(), 100 * learned.waste(),
                        100.0 * learned.nanos() / best.nanos() - 100);
            }
        }
    }
}
