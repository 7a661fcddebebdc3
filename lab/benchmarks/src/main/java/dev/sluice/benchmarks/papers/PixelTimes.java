package dev.sluice.benchmarks.papers;

import dev.sluice.app.mandelbrot.Kernel;
import dev.sluice.app.mandelbrot.Tile;
import dev.sluice.app.mandelbrot.View;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.predict.SampledUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The compute times of the pixels of a square Mandelbrot picture, row by row. A pixel takes as long as its iterations
 * in the kernel, so that the times come out the same on every machine; their mean is given. Immutable.
 */
final class PixelTimes {
    /** Bytes of a unit, its index, and of its result, one number. */
    static final int INPUT_BYTES = 8;

    static final int RESULT_BYTES = 4;

    private static final int LIMIT = 1_000;

    private final long[] nanos;

    private PixelTimes(long[] nanos) {
        this.nanos = nanos;
    }

    /** @param meanNanos mean time of a pixel [ns] */
    static PixelTimes of(int side, double meanNanos) {
        double step = 3.3 / side;
        View view = new View(-0.7 - step * side / 2, step * side / 2, step, LIMIT);
        float[] values = Kernel.compute(view, new Tile(0, 0, side, side)).values();
        double iterations = 0;
        for (float value : values) {
            iterations += iterations(value);
        }
        double each = meanNanos * values.length / iterations;
        long[] nanos = new long[values.length];
        Arrays.setAll(nanos, pixel -> Math.round(each * iterations(values[pixel])));
        return new PixelTimes(nanos);
    }

    private static int iterations(float value) {
        return value == Kernel.INSIDE ? LIMIT : Math.max(1, (int) value);
    }

    /** The same times in an order drawn from the seed: the paper's S_R. */
    PixelTimes shuffled(long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        long[] other = nanos.clone();
        for (int i = other.length - 1; i > 0; i--) {
            int with = chance.nextInt(i + 1);
            long moved = other[i];
            other[i] = other[with];
            other[with] = moved;
        }
        return new PixelTimes(other);
    }

    /** The cycle as {@code sluice predict} knows it after it has executed this sample. */
    PredictedCycle executed(SampleIndices sample) {
        List<SampledUnit> units = new ArrayList<>();
        for (int i = 0; i < sample.count(); i++) {
            long pixel = sample.index(i);
            units.add(new SampledUnit(pixel, nanos[(int) pixel] * 1e-9, INPUT_BYTES, RESULT_BYTES, 0));
        }
        return new PredictedCycle(nanos.length, 0, units);
    }

    int pixels() {
        return nanos.length;
    }

    /** The time of all pixels on one slot [s]. */
    double totalSeconds() {
        return Arrays.stream(nanos).sum() * 1e-9;
    }

    /** The time of each pixel [ns]. */
    long[] nanos() {
        return nanos.clone();
    }
}
