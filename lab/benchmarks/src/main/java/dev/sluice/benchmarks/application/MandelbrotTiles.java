package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import dev.sluice.app.mandelbrot.Counts;
import dev.sluice.app.mandelbrot.Kernel;
import dev.sluice.app.mandelbrot.Tile;
import dev.sluice.app.mandelbrot.View;
import picocli.CommandLine.Mixin;

/**
 * The Mandelbrot set as 2048 × 2048 points in 4,096 tiles, at most 1,000 iterations; the picture is assembled but not
 * coloured.
 */
public final class MandelbrotTiles extends Application<View, Tile, Counts> {
    private static final int SIDE = 2048;
    private static final int TILE = 32;
    private static final int ACROSS = SIDE / TILE;

    @Mixin
    private final TimedMaster master = new TimedMaster();

    private float[] picture = {};

    @Override
    public Cycle<View> cycle(int number) {
        picture = new float[SIDE * SIDE];
        return master.cycle(number, new View(-2.25, 1.5, 3.0 / SIDE, 1000));
    }

    @Override
    public Tile unit(long index) {
        return new Tile((int) (index % ACROSS) * TILE, (int) (index / ACROSS) * TILE, TILE, TILE);
    }

    @Override
    public Counts compute(View view, Tile tile) {
        return Kernel.compute(view, tile);
    }

    @Override
    public Verdict accept(long index, Counts counts) {
        Tile tile = unit(index);
        for (int row = 0; row < TILE; row++) {
            System.arraycopy(counts.values(), row * TILE, picture, (tile.y() + row) * SIDE + tile.x(), TILE);
        }
        return master.accepted();
    }

    @Override
    public Verdict endCycle(int number) {
        return master.endCycle();
    }

    @Override
    public void complete() throws Exception {
        master.complete();
    }
}
