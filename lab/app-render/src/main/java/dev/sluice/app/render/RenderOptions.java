package dev.sluice.app.render;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class RenderOptions {
    private static final int LARGEST_SIDE = 1 << 15;
    private static final long MOST_PIXELS = 1L << 26;

    @Option(
            names = "--scene",
            paramLabel = "FILE.pov",
            description = "scene for POV-Ray, sent once to each host; name the files that it includes by the option "
                    + "--file of the run; default: a scene of spheres")
    @Nullable
    Path scene;

    @Option(names = "--width", paramLabel = "PIXELS", description = "columns of the picture")
    int width = 640;

    @Option(names = "--height", paramLabel = "PIXELS", description = "rows of the picture")
    int height = 480;

    @Option(names = "--tile", paramLabel = "WxH", description = "pixels of one unit of work")
    String tile = "160x120";

    @Option(names = "--povray", paramLabel = "PROGRAM", description = "name or path of POV-Ray on the workers")
    String povray = "povray";

    @Option(
            names = "--out",
            paramLabel = "FILE.png",
            description = "where the picture goes, on the master; an earlier one is replaced")
    Path out = Path.of("render.png");

    @Option(
            names = "--verify",
            description = "compare the picture with one that POV-Ray renders on the master in one piece, and fail if "
                    + "a pixel differs")
    boolean verify;

    /** Validates all options that do not depend on this machine. */
    RenderSettings conclude() {
        checkSide("--width", width);
        checkSide("--height", height);
        if ((long) width * height > MOST_PIXELS) {
            throw new ArgumentException(
                    "--width × --height", width + " × " + height, "at most " + MOST_PIXELS + " pixels");
        }
        if (scene != null && scene.getFileName() == null) {
            throw new ArgumentException("--scene", scene, "a file");
        }
        return new RenderSettings(scene, grid(), new RayTracer(povray), out, verify);
    }

    private PatchGrid grid() {
        String[] sides = tile.toLowerCase(Locale.ROOT).split("x", -1);
        try {
            int across = Integer.parseInt(sides[0]);
            int down = Integer.parseInt(sides[sides.length - 1]);
            if (sides.length == 2 && across >= 2 && down >= 2) {
                return new PatchGrid(width, height, Math.min(across, width), Math.min(down, height));
            }
        } catch (NumberFormatException e) {
            // the caller rejects it
        }
        throw new ArgumentException("--tile", tile, "WxH such as 160x120, each side at least 2");
    }

    /** POV-Ray reads a last row or column of 1 as the share of all, so that a side of 1 cannot be cut. */
    private static void checkSide(String option, int value) {
        if (value < 2 || value > LARGEST_SIDE) {
            throw new ArgumentException(option, value, "2 to " + LARGEST_SIDE);
        }
    }
}
