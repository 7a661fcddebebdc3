package dev.sluice.app.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs no POV-Ray: shell scripts stand in for it. */
class PaintingTest {
    private static final Path PAGE = Path.of("..", "docs", "render.md");

    @TempDir
    Path directory;

    @Test
    void shouldPrintWhatItsPageShows() throws Exception {
        RenderOptions options = new RenderOptions();
        options.verify = true;
        Painting painting = new Painting(options.conclude());
        for (long index = 0; index < 16; index++) {
            painting.draw(index, new RenderedPatch("POV-Ray 3.7.0.10.unofficial", new byte[3 * 160 * 120]));
        }
        assertThat(Files.readString(PAGE)).contains("```text\n" + painting.report() + "```");
    }

    @Test
    void shouldSayHowToInstallAProgramThatIsMissing() {
        assertThatThrownBy(() -> new SerialRun<>(hosted("--povray=no-such-povray")).run())
                .hasStackTraceContaining("no-such-povray cannot be started on this host (expected: POV-Ray 3.7 on the "
                        + "PATH, or its path in --povray). Install it on each worker: apt-get install povray");
    }

    @Test
    void shouldSayThatAProgramIsNotPovRay() throws Exception {
        Path program = script("echo another program");
        assertThatThrownBy(() -> new SerialRun<>(hosted("--povray=" + program)).run())
                .hasStackTraceContaining(program + " --version names no POV-Ray (expected: ");
        Path failing = script("echo out of luck; exit 3");
        assertThatThrownBy(() -> new SerialRun<>(hosted("--povray=" + failing)).run())
                .hasStackTraceContaining(failing + " ended with exit code 3 (expected: 0). It said: out of luck");
    }

    /** The stand-in paints each pixel with the number of the call, so that the picture shows the tiles. */
    @Test
    void shouldDrawEachTileInItsPlaceAndLeaveNoFiles() throws Exception {
        Path program = script("""
            if [ "$1" = --version ]; then echo POV-Ray 3.7.0.10; exit; fi
            echo "$*" >> %s/calls
            pwd >> %s/directories
            printf 'P6\\n# a comment of 9\\n5 4\\n255\\n' > .sluice-picture.ppm
            yes "$(wc -l < %s/calls)" | tr -d '\\n' | head -c 60 >> .sluice-picture.ppm
            """.formatted(directory, directory, directory));
        assertThat(new SerialRun<>(hosted("--povray=" + program, "--width=5", "--height=4", "--tile=3x2")).run())
                .isEqualTo(Outcome.COMPLETE);
        BufferedImage image = ImageIO.read(directory.resolve("picture.png").toFile());
        for (int at = 0; at < 20; at++) {
            int tile = 1 + at % 5 / 3 + at / 10 * 2;
            assertThat(image.getRGB(at % 5, at / 5)).as("pixel %d", at).isEqualTo(0xff000000 | ('0' + tile) * 0x10101);
        }
        String options = "+Ispheres.pov +O.sluice-picture.ppm +W5 +H4 +FP -A -C -D -P -UA +WT1 ";
        assertThat(Files.readAllLines(directory.resolve("calls")))
                .containsExactly(
                        options + "+EC3 +ER2",
                        options + "+SC4 +EC5 +ER2",
                        options + "+SR3 +EC3 +ER4",
                        options + "+SC4 +SR3 +EC5 +ER4");
        assertThat(Files.readAllLines(directory.resolve("directories")))
                .hasSize(4)
                .noneMatch(path -> Files.exists(Path.of(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P6 2 1 255 abcde",
                "P6 2 1 255 abcdefg",
                "P6 2 1 65535 abcdef",
                "P5 2 1 255 abcdef",
                "P6 1 2 255 abcdef",
                "P6 2",
                "",
                "# P6 2 1 255 abcdef"
            })
    void shouldRefuseAPictureOfAnotherFormat(String file) {
        assertThatThrownBy(() -> PortablePixmap.read(file.getBytes(StandardCharsets.US_ASCII), 2, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: [P6, 2, 1, 255] and 3 bytes for each pixel)");
    }

    @Test
    void shouldReadAPictureAndRefuseATileOfAnotherSize() throws Exception {
        byte[] file = "P6 #x\n2 1\n255\nabcdef".getBytes(StandardCharsets.US_ASCII);
        assertThat(PortablePixmap.read(file, 2, 1).cut(new Patch(1, 0, 1, 1))).containsExactly('d', 'e', 'f');
        Hosted<SceneView, Patch, RenderedPatch> hosted = hosted();
        hosted.initialize();
        assertThatThrownBy(() -> hosted.accept(0, new RenderedPatch("POV-Ray", new byte[3])))
                .hasMessageContaining("a tile of 3 bytes (expected: 57600)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--width=1     | --width: 1 (expected: 2 to 32768)",
                "--height=0    | --height: 0 (expected: 2 to 32768)",
                "--tile=1x5    | --tile: 1x5 (expected: WxH such as 160x120, each side at least 2)",
                "--tile=wide   | --tile: wide (expected: WxH such as 160x120, each side at least 2)",
                "--tile=3x4x5  | --tile: 3x4x5 (expected: WxH such as 160x120, each side at least 2)",
                "--scene=/     | --scene: / (expected: a file)",
                "--width=32768 --height=32768 | 32768 × 32768 (expected: at most 67108864 pixels)"
            })
    void shouldRefuseOptionsThatMakeNoSense(String options, String message) {
        assertThatThrownBy(() -> hosted(options.split(" ")).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source =
                Path.of("..", "app-render", "src", "main", "java", "dev", "sluice", "app", "render", "Render.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    private Path script(String text) throws IOException {
        Path script = Files.createTempFile(directory, "povray", "");
        Files.writeString(script, "#!/bin/sh\n" + text + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private Hosted<SceneView, Patch, RenderedPatch> hosted(String... options) throws ApplicationException {
        Hosted<SceneView, Patch, RenderedPatch> hosted = Hosted.of(new Render());
        hosted.parse(Stream.concat(Stream.of("--out=" + directory.resolve("picture.png")), Stream.of(options))
                .toList());
        return hosted;
    }
}
