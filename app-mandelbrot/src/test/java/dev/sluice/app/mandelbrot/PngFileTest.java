package dev.sluice.app.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of one band and of many are read back by the JDK's reader, which checks each sum. */
class PngFileTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "7, 3", "320, 240", "400000, 4", "1500, 2300", "1, 70000"})
    void shouldBeReadAsItWasWritten(int width, int height) throws Exception {
        Random random = new Random(width + 31L * height);
        int[] noise = random.ints(1 << 10, 0, 1 << 24).toArray();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        PngFile.write(file, width, height, (y, rgb) -> {
            for (int x = 0; x < width; x++) {
                int colour = colour(noise, x, y);
                rgb[3 * x] = (byte) (colour >> 16);
                rgb[3 * x + 1] = (byte) (colour >> 8);
                rgb[3 * x + 2] = (byte) colour;
            }
        });
        BufferedImage read = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(file.toByteArray())));
        assertThat(read.getWidth()).isEqualTo(width);
        assertThat(read.getHeight()).isEqualTo(height);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if ((read.getRGB(x, y) & 0xffffff) != colour(noise, x, y)) {
                    throw new AssertionError("pixel " + x + ", " + y + " differs (expected: as it was written)");
                }
            }
        }
    }

    /** Smooth in one half of the picture, noise in the other. */
    private static int colour(int[] noise, int x, int y) {
        return (x + y) % 64 < 32 ? (x & 0xff) << 16 | (y & 0xff) << 8 | x + y & 0xff : noise[x * 31 + y & 1023];
    }
}
