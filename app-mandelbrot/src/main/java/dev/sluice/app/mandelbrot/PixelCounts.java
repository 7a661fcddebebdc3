package dev.sluice.app.mandelbrot;

import dev.sluice.api.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** The counts of all pixels received so far, and their conversion to a file. Confined to the master's calls. */
final class PixelCounts {
    /**
     * Number of palette turns from the least count of a picture to the greatest; it ends in a bright colour at the edge
     * of the set.
     */
    private static final double TURNS = 1.4;

    private final Settings settings;
    /** Row-major; NaN where missing. Empty until the first tile. */
    private float[] values = {};

    PixelCounts(Settings settings) {
        this.settings = settings;
    }

    private Tiling tiling() {
        return settings.tiling();
    }

    private float[] values() {
        if (values.length == 0) {
            values = new float[tiling().width() * tiling().height()];
            Arrays.fill(values, Float.NaN);
        }
        return values;
    }

    /** Checks that the picture can be kept and saved on this machine. Returns the number of its tiles. */
    long begin() {
        Options.checkMaster(settings);
        return tiling().count();
    }

    void draw(Tile tile, Counts counts) {
        for (int row = 0; row < tile.rows(); row++) {
            int to = (tile.y() + row) * tiling().width() + tile.x();
            System.arraycopy(counts.values(), row * tile.columns(), values(), to, tile.columns());
        }
    }

    /** Saves the picture, verifies it if requested, and prints its path. */
    Path finish() throws IOException {
        save(settings.out().toAbsolutePath());
        if (settings.verify()) {
            verify();
        }
        System.err.println(settings.out() + (settings.verify() ? ": equal to the picture computed serially" : ""));
        return settings.out();
    }

    /** Saves what is there beside the picture's own file, which may be of an earlier, complete run; prints its path. */
    void saveParts() throws IOException {
        Path out = settings.out();
        String name = out.getFileName().toString().replaceFirst("(\\.[^.]*)?$", "-partial$1");
        Path parts = out.resolveSibling(name);
        save(parts.toAbsolutePath());
        System.err.println(parts + ": the tiles that were computed");
    }

    /** Writes a file atomically, on all processors, while no unit computes. */
    private void save(Path out) throws IOException {
        float[] counts = values();
        Spread spread = new Spread(counts);
        int factor = settings.oversample();
        int width = tiling().width() / factor;
        WholeFile.write(
                out,
                to -> PngFile.write(to, width, tiling().height() / factor, (y, rgb) -> {
                    for (int column = 0; column < width; column++) {
                        int colour = mean(counts, spread, (y * width * factor + column) * factor);
                        rgb[3 * column] = (byte) (colour >> 16);
                        rgb[3 * column + 1] = (byte) (colour >> 8);
                        rgb[3 * column + 2] = (byte) colour;
                    }
                }));
    }

    /** The mean colour of the samples of one pixel; {@code first} is the upper left sample. */
    private int mean(float[] counts, Spread spread, int first) {
        int factor = settings.oversample();
        int red = 0;
        int green = 0;
        int blue = 0;
        for (int sample = 0; sample < factor * factor; sample++) {
            int colour = colour(counts[first + sample / factor * tiling().width() + sample % factor], spread);
            red += colour >> 16;
            green += colour >> 8 & 0xff;
            blue += colour & 0xff;
        }
        int count = factor * factor;
        return red / count << 16 | green / count << 8 | blue / count;
    }

    private int colour(float value, Spread spread) {
        if (Float.isNaN(value)) {
            return Palette.MISSING;
        }
        return value == Kernel.INSIDE ? Palette.INSIDE : settings.palette().colour(TURNS * spread.place(value));
    }

    /** Recomputes every tile serially on this machine, and compares bit for bit. */
    void verify() {
        for (long index = 0; index < tiling().count(); index++) {
            Tile tile = tiling().tile(index);
            float[] expected = Kernel.compute(settings.view(), tile).values();
            for (int at = 0; at < expected.length; at++) {
                int column = tile.x() + at % tile.columns();
                int row = tile.y() + at / tile.columns();
                float value = values()[row * tiling().width() + column];
                if (Float.floatToRawIntBits(value) != Float.floatToRawIntBits(expected[at])) {
                    throw new IllegalStateException("picture differs from the serial one in tile " + index + ", column "
                            + column + ", row " + row + ": " + value + " (expected: " + expected[at] + ")");
                }
            }
        }
    }

    /**
     * Spreads counts evenly over the palette, however deep the view: the place of a count is the fraction of escaped
     * pixels with a smaller one. The place depends on the counts alone.
     */
    private static final class Spread {
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
}
