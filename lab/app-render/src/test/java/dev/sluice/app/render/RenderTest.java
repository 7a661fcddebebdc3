package dev.sluice.app.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.api.Verdict;
import dev.sluice.testing.OnPath;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renders with the installed POV-Ray. */
class RenderTest {
    private static final String[] SMALL = {"--width=71", "--height=50", "--tile=40x24"};

    @TempDir
    Path directory;

    @BeforeEach
    void requirePovRay() {
        assumeTrue(OnPath.has("povray"), "povray is not installed");
    }

    @Test
    void shouldDrawThePixelsOfOneWholePicture() throws Exception {
        String[] options =
                Stream.concat(Stream.of(SMALL), Stream.of("--verify")).toArray(String[]::new);
        assertThat(new SerialRun<>(hosted("a", options)).run()).isEqualTo(Outcome.COMPLETE);
        try (InputStream scene = Objects.requireNonNull(Render.class.getResourceAsStream("spheres.pov"))) {
            Files.copy(scene, directory.resolve("whole.pov"));
        }
        int[] expected = whole("whole.pov", 71, 50);
        assertThat(pixels(picture("a"))).isEqualTo(expected);
        assertThat(Arrays.stream(expected).distinct().count()).isGreaterThan(500);
    }

    @Test
    void shouldRenderAnySceneWithTheFilesThatItIncludes() throws Exception {
        Path include =
                Files.writeString(directory.resolve("ball.inc"), "sphere { <0, 0, 3>, 1 pigment { rgb <1, 0, 0> } }\n");
        Path scene = Files.writeString(directory.resolve("own.pov"), """
            #version 3.7;
            #include "ball.inc"
            camera { location 0 look_at z angle 60 right x up y }
            light_source { <5, 5, -5> rgb 1 }
            """);
        Hosted<SceneView, Patch, RenderedPatch> hosted =
                hosted("a", "--scene=" + scene, "--width=16", "--height=16", "--tile=16x9", "--verify");
        SerialRun<SceneView, Patch, RenderedPatch> run = new SerialRun<>(hosted)
                .withFiles(named -> Map.of(named.get(0).name(), named.get(0).path(), "ball.inc", include));
        assertThat(run.run()).isEqualTo(Outcome.COMPLETE);
        assertThat(pixels(picture("a"))).isEqualTo(whole("own.pov", 16, 16));
    }

    @Test
    void shouldSayWhatIsWrongWithAScene() throws Exception {
        Path scene = Files.writeString(directory.resolve("own.pov"), "#version 3.7;\nspere { 0, 1 }\n");
        assertThatThrownBy(() -> new SerialRun<>(hosted("a", "--scene=" + scene)).run())
                .hasStackTraceContaining(
                        "povray ended with exit code 1 (expected: 0). It said: File 'own.pov' line 2: Parse Error");
        assertThat(picture("a")).doesNotExist();
    }

    @Test
    void shouldFailIfAPixelDiffersOrATileIsMissing() throws Exception {
        Hosted<SceneView, Patch, RenderedPatch> hosted =
                hosted("a", "--width=16", "--height=9", "--tile=16x5", "--verify");
        hosted.initialize();
        SceneView view = travelled(
                hosted.setupCodec(), Objects.requireNonNull(hosted.cycle(0).setup()));
        hosted.interrupted();
        assertThat(picture("a")).doesNotExist();
        hosted.accept(
                1,
                travelled(hosted.resultCodec(), hosted.compute(view, travelled(hosted.unitCodec(), hosted.unit(1)))));
        hosted.interrupted();
        assertThat(picture("a")).exists();
        assertThat(hosted.endCycle(0)).isEqualTo(Verdict.FAILED);
        RenderedPatch first = hosted.compute(view, hosted.unit(0));
        hosted.accept(0, first);
        assertThat(hosted.endCycle(0)).isEqualTo(Verdict.CONTINUE);
        first.pixels()[20]++;
        hosted.accept(0, first);
        assertThat(hosted.endCycle(0)).isEqualTo(Verdict.FAILED);
    }

    /** The pixels of POV-Ray's own picture, read from the end of its file. */
    private int[] whole(String scene, int width, int height) throws IOException, InterruptedException {
        Process whole = new ProcessBuilder("povray", "+I" + scene, "+Owhole.ppm", "+FP", "+W" + width, "+H" + height)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        assertThat(whole.waitFor()).isZero();
        byte[] file = Files.readAllBytes(directory.resolve("whole.ppm"));
        int[] pixels = new int[width * height];
        for (int at = 0; at < pixels.length; at++) {
            int from = file.length - 3 * (pixels.length - at);
            pixels[at] = (file[from] & 255) * 65536 + (file[from + 1] & 255) * 256 + (file[from + 2] & 255);
        }
        return pixels;
    }

    private static int[] pixels(Path picture) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return Arrays.stream(pixels).map(pixel -> pixel & 0xffffff).toArray();
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("picture.png");
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    private Hosted<SceneView, Patch, RenderedPatch> hosted(String name, String... options) throws ApplicationException {
        Hosted<SceneView, Patch, RenderedPatch> hosted = Hosted.of(new Render());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
