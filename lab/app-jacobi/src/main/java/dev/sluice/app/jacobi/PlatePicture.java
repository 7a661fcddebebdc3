package dev.sluice.app.jacobi;

import dev.sluice.api.WholeFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** The grid at the start, and beside it at the end, as PNG. Red is high, blue low. */
final class PlatePicture {
    /** Pixels of the longer side of each half, at most. */
    private static final int MOST = 320;

    private static final int GAP = 8;
    private static final int WHITE = 0xffffff;

    static {
        System.setProperty("java.awt.headless", "true"); // ImageIO otherwise needs a display if DISPLAY is set
        ImageIO.setUseCache(false); // else it writes temporary files
    }

    private final PlatePlan.Strips work;
    private final double[] start;
    private final double[] end;
    /** Cells of a pixel, in both directions. */
    private final int step;

    PlatePicture(PlatePlan.Strips work, double[] start, double[] end) {
        this.work = work;
        this.start = start;
        this.end = end;
        this.step = 1 + (Math.max(work.rows(), work.columns()) + 1) / MOST;
    }

    /** Writes a file atomically. */
    void write(Path out) throws IOException {
        Path target = out.toAbsolutePath();
        Files.createDirectories(target.getParent());
        WholeFile.write(target, to -> {
            if (!ImageIO.write(drawn(), "png", to)) {
                throw new IOException("this Java has no writer for PNG");
            }
        });
    }

    private BufferedImage drawn() {
        int width = (work.width() + step - 1) / step;
        int height = (work.rows() + 1 + step) / step;
        BufferedImage image = new BufferedImage(2 * width + GAP, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = width; x < width + GAP; x++) {
                image.setRGB(x, y, WHITE);
            }
            for (int x = 0; x < width; x++) {
                int cell = y * step * work.width() + x * step;
                image.setRGB(x, y, colour(start[cell]));
                image.setRGB(width + GAP + x, y, colour(end[cell]));
            }
        }
        return image;
    }

    /** White at zero, full red from 1 and full blue from −1. Bands show lines of equal height. */
    private static int colour(double value) {
        double part = Math.sqrt(Math.min(1, Math.abs(value)));
        double shade = Math.floorMod((int) Math.floor(value * 8), 2) == 0 ? 1 : 0.93;
        int full = (int) (255 * shade);
        int less = (int) (255 * shade * (1 - 0.85 * part));
        return value > 0 ? full << 16 | less << 8 | less : less << 16 | less << 8 | full;
    }
}
