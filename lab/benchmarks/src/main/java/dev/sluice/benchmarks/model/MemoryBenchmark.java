package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.simulate.MemoryHost;
import dev.sluice.model.simulate.MemoryHost.Knowledge;
import dev.sluice.model.simulate.MemoryHost.Result;
import dev.sluice.model.simulate.MemoryHost.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Units of 10 to 30 s with a mean memory of about 2 GB on a host of 64 GB and 64 slots, in virtual time: packed by what
 * is learned, by a guess at the median, and with the memory of each unit known.
 */
public final class MemoryBenchmark implements Benchmark {
    private static final double GB = 1e9;
    private static final long SECOND = 1_000_000_000;
    private static final int UNITS = 3_000;
    private static final int SLOTS = 64;

    /** Memory of a unit [GB]. */
    private enum Shape {
        ALIKE(random -> 2 + 0.02 * random.nextGaussian()),
        NORMAL(random -> 2 + 0.4 * random.nextGaussian()),
        LOGNORMAL(random -> 1.9 * Math.exp(0.3 * random.nextGaussian())),
        UNIFORM(random -> 0.5 + 3 * random.nextDouble()),
        WIDE(random -> 1.5 * Math.exp(0.7 * random.nextGaussian())),
        TWO_KINDS(random -> random.nextInt(10) == 0 ? 8 : 1.3);

        private final ToDoubleFunction<SplittableRandom> gigabytes;

        Shape(ToDoubleFunction<SplittableRandom> gigabytes) {
            this.gigabytes = gigabytes;
        }
    }

    @Override
    public String question() {
        return "units packed by learned memory in virtual time: failures, waste and time beside known memory";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        int count = UNITS / programs.effort().divisor();
        for (Shape shape : Shape.values()) {
            List<Unit> units = units(shape, count);
            long median = units.stream().mapToLong(Unit::peakBytes).sorted().toArray()[count / 2];
            Result learned = run(Knowledge.LEARNED, 0, units);
            Result guessed = run(Knowledge.FIXED, median, units);
            Result known = run(Knowledge.CLAIRVOYANT, 0, units);
            String name = shape.name().toLowerCase(Locale.ROOT).replace('_', '-');
            report.figure(name + "-failed", learned.failed(), "units");
            report.figure(name + "-guess-failed", guessed.failed(), "units");
            report.figure(name + "-ended", 100.0 * learned.killed() / count, "%");
            report.figure(name + "-waste", 100 * learned.waste(), "%");
            report.figure(name + "-time", (double) learned.nanos() / known.nanos(), "x");
        }
    }

    private static List<Unit> units(Shape shape, int count) {
        SplittableRandom random = new SplittableRandom(shape.ordinal());
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double bytes = GB * Math.max(0.1, shape.gigabytes.applyAsDouble(random));
            long nanos = Math.round((10 + 20 * random.nextDouble()) * SECOND);
            units.add(new Unit(Math.round(bytes), nanos, random.nextDouble()));
        }
        return units;
    }

    private static Result run(Knowledge knowledge, long fixedBytes, List<Unit> units) {
        return new MemoryHost(Math.round(64 * GB), SLOTS, SECOND / 5, knowledge, fixedBytes).run(units);
    }
}
