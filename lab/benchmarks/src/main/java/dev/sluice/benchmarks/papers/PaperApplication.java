package dev.sluice.benchmarks.papers;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;

/**
 * The applications of the papers as loads for the simulator. Digits are lost in the copy of the dissertation, so times
 * and sizes are stand-ins that keep what is told of them: who is heavy in communication, and by which factor. Times are
 * those of a host of the fast cluster. They were set once, before any experiment was run.
 */
enum PaperApplication {
    /** Blocks of 128 × 128 pixels of 4 bytes; the heavy end in communication. The time varies with the set. */
    MANDELBROT(new Units(1, 1_024, 0.020, 0, 100, 65_536, 0)),
    /** A quarter of Mandelbrot's image data, and more computing. */
    POVRAY(new Units(1, 1_024, 0.200, 0.080, 100, 16_384, 0)),
    /** Seconds of computing and twelve doubles. */
    EP(new Units(1, 512, 2, 0.02, 16, 96, 0)),
    /** Few units; a large input and a large result each. */
    TOMOGRAPHY(new Units(1, 64, 2, 0.2, 1_000_000, 1_000_000, 0)),
    /** Megabytes to each worker, and as much from each worker, once. */
    DOT(new Units(1, 256, 1, 0.05, 16, 20_000_000, 20_000_000)),
    /** Generations with a setup each; units of milliseconds. */
    GA_TSP(new Units(10, 64, 0.005, 0.0005, 16, 8_000, 20_000));

    /** A processor of the fast cluster moves so many bytes in a second when it accepts a result. */
    private static final double ACCEPT_BYTES_PER_SECOND = 100e6;

    /**
     * Cycles of units.
     *
     * @param seconds mean time of a unit [s]
     * @param deviation standard deviation of the units' times; those of Mandelbrot are {@link MandelbrotTimes} [s]
     * @param resultBytes of each unit, or of each worker's accumulated value [bytes]
     * @param setupBytes to each worker and cycle [bytes]
     */
    private record Units(
            int cycles,
            int units,
            double seconds,
            double deviation,
            double inputBytes,
            double resultBytes,
            double setupBytes) {}

    private final Units units;

    PaperApplication(Units units) {
        this.units = units;
    }

    /** The name in tables. */
    String words() {
        return switch (this) {
            case MANDELBROT -> "Mandelbrot";
            case POVRAY -> "POV-Ray";
            case EP -> "NAS EP";
            case TOMOGRAPHY -> "tomography";
            case DOT -> "DOT";
            case GA_TSP -> "GA-TSP";
        };
    }

    /** How results return. */
    ResultsKind results() {
        return this == DOT ? ResultsKind.ACCUMULATED : ResultsKind.EACH;
    }

    /** Mean costs of a unit. */
    UnitCosts costs() {
        UnitCosts costs = new UnitCosts(
                units.seconds, accept(units.resultBytes), units.inputBytes, units.resultBytes, units.setupBytes);
        return results() == ResultsKind.ACCUMULATED ? costs.combined() : costs;
    }

    /** Number of units of a cycle. */
    int units() {
        return units.units;
    }

    /** Its units, the same in every run. */
    Workload workload() {
        return drawn(units.units, units.units);
    }

    /** A longer run: so many times as many units. */
    Workload longer(double factor) {
        return drawn((int) Math.max(1, Math.round(units.units * factor)), units.units);
    }

    /** The same work in so many times as many units, each with so much less computing, input and result. */
    Workload finer(double factor) {
        int count = (int) Math.max(1, Math.round(units.units * factor));
        return drawn(count, count);
    }

    /**
     * @param count units of a cycle
     * @param whole units into which the work is cut; an accumulated value is as large as ever
     */
    private Workload drawn(int count, int whole) {
        double share = (double) units.units / whole;
        double result = units.resultBytes * (results() == ResultsKind.EACH ? share : 1);
        Workload drawn = Workloads.drawn(
                new Workloads.Shape(units.cycles, count, Math.round(units.setupBytes)),
                new Workloads.Spreads(
                        new Distribution.LogNormal(units.seconds * 1e9 * share, units.deviation * 1e9 * share),
                        new Distribution.Fixed(this == TOMOGRAPHY ? units.inputBytes * share : units.inputBytes),
                        new Distribution.Fixed(result),
                        new Distribution.Fixed(accept(result) * 1e9)),
                1 + ordinal());
        return this == MANDELBROT
                ? Workloads.traced(drawn, MandelbrotTimes.nanos(whole, units.seconds * 1e9 * share))
                : drawn;
    }

    /** Time of a master of speed 1 for a result of this size [s]. */
    static double accept(double bytes) {
        return bytes / ACCEPT_BYTES_PER_SECOND;
    }
}
