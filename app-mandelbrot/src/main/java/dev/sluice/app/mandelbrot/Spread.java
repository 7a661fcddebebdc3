package dev.sluice.app.mandelbrot;

import java.util.Arrays;

/**
 * Spreads counts evenly over the palette, however deep the view: the place of a count is the fraction of escaped pixels
 * with a smaller one. The place depends on the counts alone.
 */
final class Spread {
    private static final int KNOTS = 4_096;

    private final float[] knots;

    /** @param values counts of the whole picture; NaN where they are missing */
    Spread(float[] values) {
        int stride = Math.max(1, values.length / (64 * KNOTS));
        float[] sample = new float[1 + (values.length - 1) / stride];
        int size = 0;
        for (int index = 0; index < values.length; index += stride) {
            if (values[index] > Kernel.INSIDE) {
                sample[size++] = values[index];
            }
        }
        Arrays.sort(sample, 0, size);
        knots = new float[size == 0 ? 0 : KNOTS + 1];
        for (int knot = 0; knot < knots.length; knot++) {
            knots[knot] = sample[(int) ((size - 1L) * knot / KNOTS)];
        }
    }

    /** The place of a count: 0 for the least count of the picture, 1 for the greatest. */
    double place(float value) {
        int above = Arrays.binarySearch(knots, value);
        if (above < 0) {
            above = -above - 1;
        }
        if (above == 0 || above >= knots.length) {
            return above == 0 ? 0 : 1;
        }
        float low = knots[above - 1];
        return (above - 1 + (value - low) / (knots[above] - low)) / KNOTS;
    }
}
