package dev.sluice.app.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaveTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "--strips=241, '--strips: 241 (expected: 1 to the rows, 240)'",
        "--strips=0, '--strips: 0 (expected: 1 to the rows, 240)'",
        "--frame-every=0, '--frame-every: 0 (expected: 1 or more)'"
    })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) throws Exception {
        Hosted<?, ?, ?> hosted = Hosted.of(new Wave());
        hosted.parse(List.of(option));
        assertThatThrownBy(() -> new SerialRun<>(hosted).run()).hasMessageContaining(message);
    }

    private Path animation(int strips, int steps) throws Exception {
        Path out = directory.resolve(strips + ".gif");
        Hosted<?, ?, ?> hosted = Hosted.of(new Wave());
        hosted.parse(List.of("--size=60", "--strips=" + strips, "--steps=" + steps, "--out=" + out));
        assertThat(new SerialRun<>(hosted).run()).isEqualTo(Outcome.COMPLETE);
        return out;
    }

    @Test
    void shouldDrawTheSameAnimationInOneStripAndInMany() throws Exception {
        assertThat(Files.readAllBytes(animation(7, 90))).isEqualTo(Files.readAllBytes(animation(1, 90)));
    }

    /** The wave arrives behind the gaps, and behind the wall between them a little later. */
    @Test
    void shouldLetTheWaveThroughTheGaps() throws Exception {
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in =
                ImageIO.createImageInputStream(animation(4, 96).toFile())) {
            reader.setInput(in);
            assertThat(reader.getNumImages(true)).isEqualTo(12);
            BufferedImage early = reader.read(0);
            BufferedImage late = reader.read(11);
            int level = early.getRGB(30, 40);
            assertThat(early.getRGB(30, 3)).as("before the wall").isNotEqualTo(level);
            assertThat(late.getRGB(24, 18)).as("behind a gap").isNotEqualTo(level);
            assertThat(late.getRGB(30, 15)).as("the wall").isEqualTo(level);
            assertThat(late.getRGB(30, 40)).as("far behind it").isNotEqualTo(level);
        } finally {
            reader.dispose();
        }
    }
}
