package dev.sluice.app.tomography;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.api.Verdict;
import dev.sluice.testing.SeededTest;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomographyTest {
    private static final Path PAGE = Path.of("..", "docs", "tomography.md");
    private static final String[] SMALL = {"--slices=5", "--size=33", "--projections=40"};

    @TempDir
    Path directory;

    /** The default slices pass only if their error is that of scikit-image. */
    @Test
    void shouldLeaveTheErrorOfScikitImageAndPrintWhatItsPageShows() throws Exception {
        Examination examination = examined(new TomographyOptions());
        assertThat(examination.passes()).isTrue();
        String report =
                examination.report().replace(directory.resolve("examined.png").toString(), "tomography.png");
        assertThat(Files.readString(PAGE)).contains("```text\n" + report + "```");
    }

    /** The errors are those of {@code skimage.transform.iradon}, version 0.26, for the same projections. */
    @ParameterizedTest
    @CsvSource({"1, 129, 180, 0.059916730291", "5,  65,  90, 0.076893346884", "3,  33,   7, 0.189385006241"})
    void shouldLeaveTheErrorOfScikitImageForOtherSizes(int slices, int size, int projections, double error)
            throws Exception {
        TomographyOptions options = new TomographyOptions();
        options.slices = slices;
        options.size = size;
        options.projections = projections;
        Examination examination = examined(options);
        assertThat(examination.error()).isCloseTo(error, within(1e-8));
        assertThat(examination.report()).doesNotContain("verified").contains("error against the phantom: rms 0.");
    }

    @SeededTest(runs = 3)
    void shouldGiveTheSamePictureWhateverTheOrderOfResults(SplittableRandom chance) throws Exception {
        assertThat(new SerialRun<>(hosted("serial", SMALL)).run()).isEqualTo(Outcome.COMPLETE);
        Hosted<Scan, Sinogram, SliceImage> master = hosted("other", SMALL);
        Hosted<Scan, Sinogram, SliceImage> worker = hosted("worker", SMALL);
        master.initialize();
        worker.initialize();
        Cycle<Scan> cycle = master.cycle(0);
        assertThat(cycle.last()).isTrue();
        Scan setup = travelled(master.setupCodec(), Objects.requireNonNull(cycle.setup()));
        List<Long> order =
                new ArrayList<>(LongStream.range(0, cycle.units()).boxed().toList());
        Collections.shuffle(order, new Random(chance.nextLong()));
        for (long index : order) {
            Sinogram sinogram = travelled(master.unitCodec(), master.unit(index));
            assertThat(master.unit(index).values()).isEqualTo(sinogram.values());
            master.accept(index, travelled(master.resultCodec(), worker.compute(setup, sinogram)));
        }
        assertThat(master.endCycle(0)).isEqualTo(Verdict.CONTINUE);
        assertThat(Files.readAllBytes(picture("other"))).isEqualTo(Files.readAllBytes(picture("serial")));
        assertThat(directory.resolve("worker")).doesNotExist();
    }

    @Test
    void shouldVerifyEachBitIfRequested() throws Exception {
        TomographyOptions options = new TomographyOptions();
        options.slices = 2;
        options.size = 33;
        options.projections = 40;
        options.verify = true;
        assertThat(examined(options).report()).contains("\nverified: each slice is equal to the one computed serially");
        Examination wrong = new Examination(options.conclude());
        for (long index = 0; index < 2; index++) {
            SliceImage image = BackProjection.reconstruct(wrong.begin().setup(), wrong.measure(index));
            if (index == 1) {
                image.values()[33 * 16 + 16] = Math.nextUp(image.values()[33 * 16 + 16]);
            }
            wrong.take(index, image);
        }
        assertThat(wrong.passes()).isFalse();
        assertThat(wrong.report())
                .contains("WRONG: slices that differ from those computed serially: 1 (expected: none)");
    }

    @Test
    void shouldFailWhenTheErrorIsAnother() throws Exception {
        TomographyOptions options = new TomographyOptions();
        Examination examination = new Examination(options.conclude());
        for (long index = 0; index < Reference.SLICES; index++) {
            examination.take(index, new SliceImage(new float[Reference.SCAN.pixels()]));
        }
        assertThat(examination.passes()).isFalse();
        assertThat(examination.report()).contains("WRONG: scikit-image 0.26 leaves the error 0.038950237 (expected: ");
        assertThat(Reference.accepts(1 + 0.9e-6, 1)).isTrue();
        assertThat(Reference.accepts(1 - 1.1e-6, 1)).isFalse();
    }

    @Test
    void shouldFailAndDrawWhatThereIsWhenSlicesAreMissing() throws Exception {
        Hosted<Scan, Sinogram, SliceImage> hosted = hosted("a", SMALL);
        hosted.initialize();
        Scan scan = Objects.requireNonNull(hosted.cycle(0).setup());
        hosted.interrupted();
        assertThat(picture("a")).doesNotExist();
        hosted.accept(2, hosted.compute(scan, hosted.unit(2)));
        hosted.interrupted();
        assertThat(picture("a")).exists();
        assertThat(hosted.endCycle(0)).isEqualTo(Verdict.FAILED);
        assertThat(new Examination(new TomographyOptions().conclude()).report())
                .contains("WRONG: slices without a result: 25 (expected: none)");
    }

    @Test
    void shouldDrawTheSlicesRowByRow() throws Exception {
        assertThat(new SerialRun<>(hosted("a", SMALL)).run()).isEqualTo(Outcome.COMPLETE);
        BufferedImage image = ImageIO.read(picture("a").toFile());
        assertThat(image.getWidth()).isEqualTo(3 * 33);
        assertThat(image.getHeight()).isEqualTo(2 * 33);
        assertThat(grey(image, 2 * 33 + 16, 2)).as("skull of the middle slice").isGreaterThan(200);
        assertThat(grey(image, 2 * 33 + 16, 33 + 16)).as("no sixth slice").isZero();
        assertThat(grey(image, 16, 16)).as("middle of the lowest slice").isBetween(1, 199);
    }

    @Test
    void shouldRefuseASliceOfAnotherSize() throws Exception {
        Hosted<Scan, Sinogram, SliceImage> hosted = hosted("a", SMALL);
        hosted.initialize();
        hosted.cycle(0);
        assertThatThrownBy(() -> hosted.accept(0, new SliceImage(new float[32])))
                .hasMessageContaining("a slice of 32 pixels (expected: 1089)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--slices=0         | --slices: 0 (expected: 1 to 1000)",
                "--size=15          | --size: 15 (expected: 16 to 2048)",
                "--projections=-1   | --projections: -1 (expected: 1 to 10000)",
                "--size=2048 --slices=65 | --slices × --size²: 65 × 2048² (expected: at most 268435456 pixels in all)"
            })
    void shouldRefuseOptionsThatMakeNoSense(String options, String message) {
        assertThatThrownBy(() -> hosted("a", options.split(" ")).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source = Path.of("..", "app-tomography", "src", "main", "java")
                .resolve(Path.of("dev", "sluice", "app", "tomography", "Tomography.java"));
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    /** Computes all slices here. */
    private Examination examined(TomographyOptions options) throws Exception {
        options.out = directory.resolve("examined.png");
        Examination examination = new Examination(options.conclude());
        Cycle<Scan> cycle = examination.begin();
        for (long index = 0; index < cycle.units(); index++) {
            examination.take(
                    index,
                    BackProjection.reconstruct(Objects.requireNonNull(cycle.setup()), examination.measure(index)));
        }
        return examination;
    }

    private static int grey(BufferedImage image, int x, int y) {
        return image.getRaster().getSample(x, y, 0);
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("slices.png");
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    private Hosted<Scan, Sinogram, SliceImage> hosted(String name, String... options) throws ApplicationException {
        Hosted<Scan, Sinogram, SliceImage> hosted = Hosted.of(new Tomography());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
