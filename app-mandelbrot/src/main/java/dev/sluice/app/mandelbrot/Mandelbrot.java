package dev.sluice.app.mandelbrot;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** The Mandelbrot set; one unit is one tile of the picture. */
public final class Mandelbrot extends Application<View, Tile, Counts> {
    @Mixin
    private final Options options = new Options();

    private Settings settings = options.conclude();
    private PixelCounts picture = new PixelCounts(settings);

    public Mandelbrot() {}

    @Override
    protected void initialize() {
        settings = options.conclude();
        picture = new PixelCounts(settings);
    }

    // tag::readme[]
    @Override
    protected Cycle<View> cycle(int number) {
        return Cycle.only(picture.begin(), settings.view());
    }

    @Override
    protected Tile unit(long index) {
        return settings.tiling().tile(index);
    }

    @Override
    protected Counts compute(View view, Tile tile) {
        return Kernel.compute(view, tile);
    }

    @Override
    protected Verdict accept(long index, Counts counts) {
        picture.draw(settings.tiling().tile(index), counts);
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        show(picture.finish());
    }
    // end::readme[]

    @Override
    protected void interrupted() throws IOException {
        picture.saveParts();
    }
}
