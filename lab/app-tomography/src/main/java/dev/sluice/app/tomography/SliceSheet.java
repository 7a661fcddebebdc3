package dev.sluice.app.tomography;

import dev.sluice.api.WholeFile;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import javax.imageio.ImageIO;

/** The picture: all slices side by side, row by row, from the lowest. Confined to the master's calls. */
final class SliceSheet {
    /** The density that is drawn white; the skull, of density 1, is white too. */
    private static final double WHITE = 0.45;

    static {
        System.setProperty("java.awt.headless", "true"); // else ImageIO needs a display where DISPLAY is set
    }

    private final TomographySettings settings;
    private final int across;
    /** Row-major; empty until the first slice. */
    private byte[] greys = {};

    SliceSheet(TomographySettings settings) {
        this.settings = settings;
        this.across = (int) Math.ceil(Math.sqrt(settings.slices()));
    }

    private int width() {
        return across * settings.scan().size();
    }

    private int height() {
        return (1 + (settings.slices() - 1) / across) * settings.scan().size();
    }

    void draw(int slice, SliceImage image) {
        if (greys.length == 0) {
            greys = new byte[width() * height()];
        }
        int size = settings.scan().size();
        int left = slice % across * size;
        int top = slice / across * size;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                double share = image.values()[row * size + column] / WHITE;
                greys[(top + row) * width() + left + column] = (byte) Math.round(255 * Math.min(Math.max(share, 0), 1));
            }
        }
    }

    /** Writes the file atomically. */
    void write() throws IOException {
        BufferedImage image = new BufferedImage(width(), height(), BufferedImage.TYPE_BYTE_GRAY);
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        System.arraycopy(greys, 0, pixels, 0, greys.length);
        WholeFile.write(settings.out(), to -> {
            if (!ImageIO.write(image, "png", to)) {
                throw new IOException("this Java has no writer for PNG");
            }
        });
    }
}
