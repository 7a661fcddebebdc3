package dev.sluice.benchmarks.papers;

import dev.sluice.app.mandelbrot.Kernel;
import dev.sluice.app.mandelbrot.Tile;
import dev.sluice.app.mandelbrot.View;

/** How the time of a block of the Mandelbrot set depends on its place, from sixteen points of each block. */
final class MandelbrotTimes {
    private static final int POINTS = 4;
    private static final int LIMIT = 256;

    private MandelbrotTimes() {}

    /**
     * Times of the blocks of the whole set, row by row.
     *
     * @param blocks number of blocks, which the next square number arranges in a square
     * @param meanNanos mean of the times [ns]
     */
    static long[] nanos(int blocks, double meanNanos) {
        int across = (int) Math.ceil(Math.sqrt(blocks));
        View view = new View(-2.25, 1.5, 3.0 / (across * POINTS), LIMIT);
        double[] iterations = new double[blocks];
        double sum = 0;
        for (int i = 0; i < blocks; i++) {
            Tile tile = new Tile(i % across * POINTS, i / across * POINTS, POINTS, POINTS);
            for (float count : Kernel.compute(view, tile).values()) {
                iterations[i] += count == Kernel.INSIDE ? LIMIT : count;
            }
            sum += iterations[i];
        }
        long[] nanos = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            nanos[i] = Math.round(iterations[i] / sum * blocks * meanNanos);
        }
        return nanos;
    }
}
