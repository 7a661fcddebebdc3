package dev.sluice.app.render;

import dev.sluice.api.Cycle;
import dev.sluice.api.WholeFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.Locale;
import java.util.TreeSet;
import javax.imageio.ImageIO;

/** The pixels so far, and the verdict on them. Confined to the master's calls. */
final class Painting {
    static {
        System.setProperty("java.awt.headless", "true"); // else ImageIO needs a display where DISPLAY is set
    }

    private final RenderSettings settings;
    private final BitSet drawn = new BitSet();
    private final TreeSet<String> programs = new TreeSet<>();
    /** Red, green and blue of each pixel, row by row; black where missing. Empty until the first tile. */
    private byte[] pixels = {};
    /** The number of pixels that differ from the whole picture. */
    private long different;

    Painting(RenderSettings settings) {
        this.settings = settings;
    }

    /** The only cycle. Makes the directory of the picture, and looks for POV-Ray if the master needs it. */
    Cycle<SceneView> begin() throws IOException, InterruptedException {
        Files.createDirectories(settings.out().toAbsolutePath().getParent());
        if (settings.verify()) {
            settings.tracer().version();
        }
        return Cycle.only(settings.grid().count(), settings.view());
    }

    void draw(long index, RenderedPatch rendered) {
        Patch patch = settings.grid().patch(index);
        if (rendered.pixels().length != patch.bytes()) {
            throw new IllegalStateException(
                    "a tile of " + rendered.pixels().length + " bytes (expected: " + patch.bytes() + ")");
        }
        SceneView view = settings.view();
        if (pixels.length == 0) {
            pixels = new byte[view.whole().bytes()];
        }
        for (int row = 0; row < patch.rows(); row++) {
            int to = 3 * ((patch.y() + row) * view.width() + patch.x());
            System.arraycopy(rendered.pixels(), row * 3 * patch.columns(), pixels, to, 3 * patch.columns());
        }
        drawn.set(Math.toIntExact(index));
        programs.add(rendered.program());
    }

    /** Saves the picture, and compares it with a whole one if requested. */
    void finish(SceneFiles files) throws IOException, InterruptedException {
        save();
        if (settings.verify() && missing() == 0) {
            different = different(settings.tracer().renderWhole(settings.view(), files));
        }
    }

    private long missing() {
        return settings.grid().count() - drawn.cardinality();
    }

    boolean passes() {
        return missing() == 0 && different == 0;
    }

    /** Text that says what was drawn, with the verdict. */
    String report() {
        SceneView view = settings.view();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d × %d pixels in %,d tiles, by %s\n",
                view.scene(),
                view.width(),
                view.height(),
                settings.grid().count(),
                String.join(" and ", programs)));
        if (missing() > 0) {
            text.append("WRONG: tiles without a result: " + missing() + " (expected: none)\n");
        } else if (different > 0) {
            text.append(
                    "WRONG: pixels that differ from POV-Ray's own whole picture: " + different + " (expected: none)\n");
        } else if (settings.verify()) {
            text.append("verified: every pixel is that of POV-Ray's own whole picture\n");
        }
        return text.append("picture: ").append(settings.out()).append('\n').toString();
    }

    /** The number of pixels that differ. */
    private long different(byte[] expected) {
        long different = 0;
        for (int at = 0; at < expected.length; at += 3) {
            if (pixels[at] != expected[at]
                    || pixels[at + 1] != expected[at + 1]
                    || pixels[at + 2] != expected[at + 2]) {
                different++;
            }
        }
        return different;
    }

    /** Writes the picture of the tiles that are there, if any. */
    void save() throws IOException {
        if (drawn.isEmpty()) {
            return;
        }
        WholeFile.write(settings.out(), to -> {
            if (!ImageIO.write(image(), "png", to)) {
                throw new IOException("this Java has no writer for PNG");
            }
        });
    }

    private BufferedImage image() {
        int width = settings.grid().width();
        BufferedImage image = new BufferedImage(width, settings.grid().height(), BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < pixels.length; at += 3) {
            int colour = (pixels[at] & 0xff) << 16 | (pixels[at + 1] & 0xff) << 8 | (pixels[at + 2] & 0xff);
            image.setRGB(at / 3 % width, at / 3 / width, colour);
        }
        return image;
    }
}
