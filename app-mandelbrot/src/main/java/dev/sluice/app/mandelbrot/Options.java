package dev.sluice.app.mandelbrot;

import dev.sluice.api.ArgumentException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class Options {
    private static final int LARGEST_SIDE = 1 << 20;
    private static final int MOST_ITERATIONS = 100_000_000;

    @Option(names = "--preset", paramLabel = "NAME", description = "what to look at: ${COMPLETION-CANDIDATES}")
    Preset preset = Preset.FULL;

    @Option(
            names = "--region",
            paramLabel = "RE,IM,WIDTH",
            description = "look at this centre with this width instead; doubles carry down to a width of about 1e-12")
    @Nullable
    String region;

    @Option(names = "--width", paramLabel = "PIXELS", description = "columns of the picture")
    int width = 1024;

    @Option(names = "--height", paramLabel = "PIXELS", description = "rows of the picture")
    int height = 768;

    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            description = "iterations before a point counts as inside; default: the preset's")
    @Nullable
    Integer limit;

    @Option(names = "--tile", paramLabel = "WxH", description = "samples of one unit")
    String tile = "64x64";

    @Option(names = "--oversample", paramLabel = "N", description = "compute N × N samples for each pixel")
    int oversample = 1;

    @Option(names = "--palette", paramLabel = "NAME", description = "${COMPLETION-CANDIDATES}; default: the preset's")
    @Nullable
    Palette palette;

    @Option(
            names = "--out",
            paramLabel = "FILE.png",
            description = "where the picture goes, on the master; an interrupted run writes FILE-partial.png")
    Path out = Path.of("mandelbrot.png");

    @Option(
            names = "--verify",
            description = "compare the picture with one computed serially on the master, and fail if it differs")
    boolean verify;

    /** Validates all options that do not depend on this machine. */
    Settings conclude() {
        checkRange("--width", width, LARGEST_SIDE);
        checkRange("--height", height, LARGEST_SIDE);
        checkRange("--oversample", oversample, 16);
        int iterations = limit == null ? preset.limit() : limit;
        checkRange("--limit", iterations, MOST_ITERATIONS);
        long samples = (long) width * height * oversample * oversample;
        if (samples > Integer.MAX_VALUE - 8) {
            throw new ArgumentException(
                    "--width × --height",
                    width + " × " + height + " with " + oversample * oversample + " samples each",
                    "at most " + (Integer.MAX_VALUE - 8) + " samples in all");
        }
        Tiling tiling = tiling(width * oversample, height * oversample);
        return new Settings(view(tiling, iterations), tiling, oversample, palette(), out, verify);
    }

    private Palette palette() {
        return palette == null ? preset.palette() : palette;
    }

    private View view(Tiling tiling, int iterations) {
        Region at = region();
        double step = at.width() / tiling.width();
        if (!at.resolves(step)) {
            throw new ArgumentException(
                    "--region", at, "a width that leaves pixels further apart than doubles; here they are " + step);
        }
        double left = at.real() - step * tiling.width() / 2;
        double top = at.imaginary() + step * tiling.height() / 2;
        return new View(left, top, step, iterations);
    }

    private Region region() {
        if (region == null) {
            return preset.region();
        }
        try {
            Region given = Region.parse(region);
            if (Math.abs(given.real()) <= 4
                    && Math.abs(given.imaginary()) <= 4
                    && given.width() > 0
                    && given.width() <= 16) {
                return given;
            }
        } catch (NumberFormatException e) {
            // the caller rejects it
        }
        throw new ArgumentException(
                "--region", region, "RE,IM,WIDTH such as -0.75,0.1,0.01; centre within ±4, width up to 16");
    }

    private Tiling tiling(int columns, int rows) {
        String[] sides = tile.toLowerCase(Locale.ROOT).split("x", -1);
        try {
            int across = Integer.parseInt(sides[0]);
            int down = Integer.parseInt(sides[sides.length - 1]);
            if (sides.length == 2 && across > 0 && down > 0) {
                return new Tiling(columns, rows, Math.min(across, columns), Math.min(down, rows));
            }
        } catch (NumberFormatException e) {
            // the caller rejects it
        }
        throw new ArgumentException("--tile", tile, "WxH such as 64x64");
    }

    /** Checks on the master that the picture fits in memory and that the file can be written. */
    static void checkMaster(Settings settings) {
        long samples = (long) settings.tiling().width() * settings.tiling().height();
        long pixels = samples / settings.oversample() / settings.oversample();
        long bytes = Float.BYTES * samples + Integer.BYTES * pixels;
        long most = Runtime.getRuntime().maxMemory() / 4 * 3;
        if (bytes > most) {
            throw new ArgumentException(
                    "--width × --height",
                    "a picture of " + (bytes >> 20) + " MiB",
                    "at most " + (most >> 20) + " MiB; java -Xmx gives more");
        }
        Path file = settings.out().toAbsolutePath();
        Path directory = file.getParent();
        boolean writable =
                Files.exists(file) ? Files.isRegularFile(file) && Files.isWritable(file) : file.getFileName() != null;
        if (!writable || directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new ArgumentException(
                    "--out", settings.out(), "a file that can be written in a directory that is there");
        }
    }

    private static void checkRange(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ArgumentException(option, value, "1 to " + most);
        }
    }
}
