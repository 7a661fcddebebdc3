package dev.sluice.app.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import java.util.zip.InflaterInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngTest {
    private static final int WIDTH = 200;
    private static final int HEIGHT = 150;

    /** Noise, which does not compress, so that a file has several chunks of pixels. */
    private static byte[] noise() {
        byte[] pixels = new byte[3 * WIDTH * HEIGHT];
        new Random(1).nextBytes(pixels);
        return pixels;
    }

    @Test
    void shouldKeepEachPixel() throws IOException {
        byte[] pixels = noise();

        byte[] file = Png.of(WIDTH, HEIGHT, pixels);

        BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(file)));
        assertThat(image.getWidth()).isEqualTo(WIDTH);
        assertThat(image.getHeight()).isEqualTo(HEIGHT);
        byte[] read = new byte[pixels.length];
        for (int at = 0; at < WIDTH * HEIGHT; at++) {
            int colour = image.getRGB(at % WIDTH, at / WIDTH);
            read[3 * at] = (byte) (colour >> 16);
            read[3 * at + 1] = (byte) (colour >> 8);
            read[3 * at + 2] = (byte) colour;
        }
        assertThat(read).isEqualTo(pixels);
    }

    @Test
    void shouldGiveTheHeadThatFilmsHave() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Png.of(WIDTH, HEIGHT, noise()));

        assertThat(file.getInt(16)).isEqualTo(WIDTH);
        assertThat(file.getInt(20)).isEqualTo(HEIGHT);
        byte[] form = new byte[5];
        file.position(24).get(form);
        assertThat(form).containsExactly(8, 2, 0, 0, 0);
    }

    @Test
    void shouldReadThePackedPixelsOfAllChunks() throws IOException {
        byte[] file = Png.of(WIDTH, HEIGHT, noise());

        byte[] packed = Png.readPacked(new DataInputStream(new ByteArrayInputStream(file)));

        byte[] rows = new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
        assertThat(rows).hasSize(HEIGHT * (1 + 3 * WIDTH));
    }
}
