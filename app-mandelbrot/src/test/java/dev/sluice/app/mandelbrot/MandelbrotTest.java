package dev.sluice.app.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.ApplicationException.Kind;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.testing.SeededTest;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MandelbrotTest {
    @TempDir
    Path directory;

    @Test
    void shouldDrawAPictureThatOthersCanRead() throws Exception {
        BufferedImage image = image(draw("a.png", "--width", "97", "--height", "53", "--verify"));
        assertThat(image.getWidth()).isEqualTo(97);
        assertThat(image.getHeight()).isEqualTo(53);
        assertThat(image.getRGB(55, 26) & 0xffffff).isEqualTo(Palette.INSIDE);
        assertThat(image.getRGB(0, 0) & 0xffffff).isNotEqualTo(Palette.INSIDE);
        assertThat(colours(image)).isGreaterThan(500);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("a.png"));
        }
    }

    @Test
    void shouldDrawTheSameWhateverTheTiles() throws Exception {
        byte[] picture = Files.readAllBytes(draw("a.png", "--width", "100", "--height", "80"));
        for (String tile : List.of("1x80", "100x1", "7x13", "64X64", "9999x9999")) {
            assertThat(draw("b.png", "--width", "100", "--height", "80", "--tile", tile))
                    .hasBinaryContent(picture);
        }
    }

    @SeededTest(runs = 5)
    void shouldDrawTheSameWhateverTheOrderOfResults(SplittableRandom random) throws Exception {
        byte[] picture = Files.readAllBytes(draw("a.png", "--width", "120", "--height", "90", "--tile", "16x8"));
        Path file = directory.resolve("b.png");
        Hosted<View, Tile, Counts> hosted = hosted(file, "--width", "120", "--height", "90", "--tile", "16x8");
        hosted.initialize();
        Cycle<View> cycle = hosted.cycle(0);
        List<Long> order =
                new ArrayList<>(LongStream.range(0, cycle.units()).boxed().toList());
        Collections.shuffle(order, new Random(random.nextLong()));
        for (long index : order) {
            hosted.accept(index, travelled(hosted, Objects.requireNonNull(cycle.setup()), index));
        }
        hosted.complete();
        assertThat(file).hasBinaryContent(picture);
    }

    @Test
    void shouldSaveWhatIsThereWhenStoppedAndKeepAnEarlierPicture() throws Exception {
        Path whole = draw("a.b.png", "--width", "8", "--height", "8");
        byte[] earlier = Files.readAllBytes(whole);
        Path file = directory.resolve("a.b-partial.png");
        Hosted<View, Tile, Counts> hosted = hosted(whole, "--width", "64", "--height", "64", "--tile", "64x32");
        hosted.initialize();
        View view = Objects.requireNonNull(hosted.cycle(0).setup());
        hosted.accept(1, hosted.compute(view, hosted.unit(1)));
        hosted.interrupted();
        assertThat(image(file).getRGB(5, 5) & 0xffffff).isEqualTo(Palette.MISSING);
        assertThat(image(file).getRGB(5, 60) & 0xffffff).isNotEqualTo(Palette.MISSING);
        assertThat(whole).hasBinaryContent(earlier);
    }

    @Test
    void shouldFailWhenATileDiffersFromTheSerialOne() throws Exception {
        Hosted<View, Tile, Counts> hosted =
                hosted(directory.resolve("a.png"), "--width", "64", "--height", "32", "--tile", "32x32", "--verify");
        hosted.initialize();
        View view = Objects.requireNonNull(hosted.cycle(0).setup());
        hosted.accept(0, hosted.compute(view, hosted.unit(0)));
        Counts wrong = hosted.compute(view, hosted.unit(1));
        wrong.values()[33] += 1;
        hosted.accept(1, wrong);
        assertThatThrownBy(hosted::complete)
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("picture differs from the serial one in tile 1, column 33, row 1: ");
    }

    @Test
    void shouldAverageTheSamplesOfAPixel() throws Exception {
        BufferedImage coarse = image(draw("a.png", "--width", "40", "--height", "30", "--oversample", "3"));
        assertThat(coarse.getWidth()).isEqualTo(40);
        assertThat(coarse.getHeight()).isEqualTo(30);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawEveryPreset(Preset preset) throws Exception {
        BufferedImage image = image(
                draw("a.png", "--preset", preset.name().toLowerCase(Locale.ROOT), "--width", "64", "--height", "48"));
        assertThat(colours(image)).isGreaterThan(200);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawInEveryPalette(Palette palette) throws Exception {
        assertThat(colours(image(draw("a.png", "--palette", palette.name(), "--width", "64", "--height", "48"))))
                .isGreaterThan(50);
    }

    @Test
    void shouldDrawARegionOfItsOwn() throws Exception {
        Path inside = draw("a.png", "--region=-0.1,0.1,0.01", "--width", "32", "--height", "32");
        assertThat(colours(image(inside))).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--width=0 | --width: 0 (expected: 1 to 1048576)",
                "--height=-7 | --height: -7 (expected: 1 to 1048576)",
                "--width=2000000000 | --width: 2000000000 (expected: 1 to 1048576)",
                "--limit=0 | --limit: 0 (expected: 1 to 100000000)",
                "--oversample=17 | --oversample: 17 (expected: 1 to 16)",
                "--tile=64 | --tile: 64 (expected: WxH such as 64x64)",
                "--tile=0x64 | --tile: 0x64 (expected: WxH such as 64x64)",
                "--tile=64x | --tile: 64x (expected: WxH such as 64x64)",
                "--tile=6x6x6 | --tile: 6x6x6 (expected: WxH such as 64x64)",
                "--tile=99999999999x1 | --tile: 99999999999x1 (expected: WxH such as 64x64)",
                "--region=1,2 | --region: 1,2 (expected: RE,IM,WIDTH such as -0.75,0.1,0.01;",
                "--region=a,b,c | --region: a,b,c (expected: RE,IM,WIDTH",
                "--region=0,0,NaN | --region: 0,0,NaN (expected: RE,IM,WIDTH",
                "--region=0,0,-1 | --region: 0,0,-1 (expected: RE,IM,WIDTH",
                "--region=-0.7,0.1,1e-14 | (expected: a width that leaves pixels further apart than doubles",
            })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        refused(option).hasMessageContaining(message);
    }

    @Test
    void shouldRefusePicturesThatOverflow() {
        refused("--width=1048576", "--height=1048576")
                .hasMessageStartingWith("--width × --height: 1048576 × 1048576 with 1 samples each (expected: at most");
        refused("--width=46341", "--height=46341").hasMessageStartingWith("--width × --height: ");
    }

    @Test
    void shouldRefuseNamesNobodyKnows() {
        refused("--preset=atlantis").hasMessageContaining("FULL, SEAHORSE");
        refused("--palete=ink").hasMessage("--palete=ink: unknown option (expected: --palette?)");
    }

    @Test
    void shouldCheckTheFileBeforeAnythingIsComputed() throws Exception {
        assertUnwritable(directory.resolve("missing/a.png"));
        assertUnwritable(directory);
        assertUnwritable(Path.of("/"));
    }

    private void assertUnwritable(Path file) throws Exception {
        Hosted<View, Tile, Counts> hosted = hosted(file);
        hosted.initialize(); // a worker ignores the file
        assertThatThrownBy(() -> hosted.cycle(0))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessage("--out: " + file + " (expected: a file that can be written in a directory that is there)");
    }

    private static AbstractThrowableAssert<?, ?> refused(String... options) {
        return assertThatThrownBy(() -> {
                    Hosted<View, Tile, Counts> hosted = Hosted.of(new Mandelbrot());
                    hosted.parse(List.of(options));
                    hosted.initialize();
                })
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS));
    }

    /** Encodes and decodes the setup, a unit and its result. */
    private static Counts travelled(Hosted<View, Tile, Counts> hosted, View view, long index) throws Exception {
        HeapEncoder out = new HeapEncoder();
        out.writeSized(hosted.setupCodec(), view);
        out.writeSized(hosted.unitCodec(), hosted.unit(index));
        Decoder in = new Decoder(out.written());
        Counts counts = hosted.compute(in.readSized(hosted.setupCodec()), in.readSized(hosted.unitCodec()));
        HeapEncoder back = new HeapEncoder();
        hosted.resultCodec().encode(counts, back);
        return new Decoder(back.written()).readAll(hosted.resultCodec());
    }

    private Path draw(String name, String... options) throws ApplicationException {
        Path file = directory.resolve(name);
        assertThat(new SerialRun<>(hosted(file, options)).run()).isEqualTo(Outcome.COMPLETE);
        return file;
    }

    private static Hosted<View, Tile, Counts> hosted(Path file, String... options) throws ApplicationException {
        Hosted<View, Tile, Counts> hosted = Hosted.of(new Mandelbrot());
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--out", file.toString()));
        hosted.parse(arguments);
        return hosted;
    }

    private static BufferedImage image(Path file) throws IOException {
        return Objects.requireNonNull(ImageIO.read(file.toFile()));
    }

    private static long colours(BufferedImage image) {
        return Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                .distinct()
                .count();
    }
}
