package dev.sluice.app.jacobi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.api.Verdict;
import dev.sluice.testing.SeededTest;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JacobiTest {
    private static final Path PAGE = Path.of("..", "docs", "jacobi.md");
    private static final String[] SMALL = {"--rows=40", "--columns=30", "--iterations=25", "--halo=4", "--strips=5"};

    @TempDir
    Path directory;

    /** The run compares itself with the closed form, and all bits with the serial solution. */
    @ParameterizedTest
    @CsvSource({"1, 1", "4, 5", "7, 40", "25, 2", "100, 3"})
    void shouldVerifyItselfInASerialRun(int halo, int strips) throws Exception {
        Hosted<None, BorderedStrip, StripRows> hosted = hosted(
                "serial",
                "--rows=40",
                "--columns=30",
                "--iterations=25",
                "--halo=" + halo,
                "--strips=" + strips,
                "--verify");
        assertThat(new SerialRun<>(hosted).run()).isEqualTo(Outcome.COMPLETE);
        assertThat(picture("serial")).exists();
    }

    /** The same with strips that stay on workers. */
    @ParameterizedTest
    @CsvSource({"1, 1", "4, 5", "1, 40", "20, 2", "7, 3"})
    void shouldVerifyItselfWithStripsThatStay(int halo, int strips) throws Exception {
        ResidentJacobi resident = new ResidentJacobi();
        Hosted<?, ?, ?> hosted = Hosted.of(resident);
        hosted.parse(List.of(
                "--rows=40",
                "--columns=30",
                "--iterations=25",
                "--halo=" + halo,
                "--strips=" + strips,
                "--verify",
                "--out=" + picture("resident")));
        assertThat(new SerialRun<>(hosted).run()).isEqualTo(Outcome.COMPLETE);
        assertThat(picture("resident")).exists();
    }

    @Test
    void shouldRefuseBordersThatAStripDoesNotHave() throws Exception {
        Hosted<?, ?, ?> hosted = Hosted.of(new ResidentJacobi());
        hosted.parse(List.of("--rows=40", "--strips=5", "--halo=9"));
        assertThatThrownBy(() -> new SerialRun<>(hosted).run())
                .hasMessageContaining("--halo: 9 (expected: at most the rows of a strip, 8)");
    }

    /** The solution is that of two plain loops, however the grid is cut, and in whatever order results come. */
    @SeededTest(runs = 60)
    void shouldHaveTheBitsOfTwoPlainLoops(SplittableRandom chance) throws Exception {
        int rows = 1 + chance.nextInt(24);
        PlatePlan.Strips work = new PlatePlan.Strips(
                rows, 1 + chance.nextInt(12), 1 + chance.nextInt(30), 1 + chance.nextInt(12), 1 + chance.nextInt(rows));
        long seed = chance.nextLong();
        double[][] expected = plainLoops(work, seed);
        Hosted<None, BorderedStrip, StripRows> master = hosted("a");
        Plate plate = new Plate(new PlatePlan(work, seed, true, picture("a")));
        for (int number = 0; number < plate.cycles(); number++) {
            assertThat(plate.cycle(number).last()).isEqualTo(number == plate.cycles() - 1);
            List<Long> order =
                    new ArrayList<>(LongStream.range(0, work.strips()).boxed().toList());
            Collections.shuffle(order, new Random(chance.nextLong()));
            for (long index : order) {
                BorderedStrip strip = travelled(master.unitCodec(), plate.strip((int) index));
                StripRows result = StripKernel.iterate(strip);
                plate.take((int) index, travelled(master.resultCodec(), result));
                assertThat(plate.strip((int) index))
                        .usingRecursiveComparison()
                        .as("made again")
                        .isEqualTo(strip);
            }
            plate.endCycle();
        }
        assertThat(plate.verdict()).isEqualTo("verified: every cell has the bits of the serial solution");
        double[] all = Stream.of(expected).flatMapToDouble(DoubleStream::of).toArray();
        assertThat(plate.summary()).contains(String.format(Locale.ROOT, "all bits %08x,", Arrays.hashCode(all)));
    }

    private static double[][] plainLoops(PlatePlan.Strips work, long seed) {
        double[] start = new Waves(work, seed).after(0);
        double[][] now = new double[work.rows() + 2][work.width()];
        for (int cell = 0; cell < start.length; cell++) {
            now[cell / work.width()][cell % work.width()] = start[cell];
        }
        for (int iteration = 0; iteration < work.iterations(); iteration++) {
            double[][] next = new double[now.length][];
            for (int i = 0; i < now.length; i++) {
                next[i] = now[i].clone();
            }
            for (int i = 1; i <= work.rows(); i++) {
                for (int j = 1; j <= work.columns(); j++) {
                    next[i][j] = ((now[i - 1][j] + now[i + 1][j]) + (now[i][j - 1] + now[i][j + 1])) / 4;
                }
            }
            now = next;
        }
        return now;
    }

    @Test
    void shouldFollowTheClosedFormAndNearTheSteadyState() throws Exception {
        PlatePlan.Strips work = new PlatePlan.Strips(20, 31, 3000, 3000, 1);
        Plate plate = new Plate(new PlatePlan(work, 5, false, picture("a")));
        plate.cycle(0);
        plate.take(0, StripKernel.iterate(plate.strip(0)));
        plate.endCycle();
        assertThat(plate.verdict()).isEqualTo("verified: every cell is that of the closed form, within 1e-10");
        Waves waves = new Waves(work, 5);
        double[] start = waves.after(0);
        double[] late = waves.after(1_000_000);
        int middle = 10 * work.width() + 15;
        assertThat(start[3]).isEqualTo(late[3]);
        assertThat(Math.abs(start[middle] - late[middle])).isGreaterThan(0.01);
        double mean = (late[middle - 1] + late[middle + 1] + late[middle - 33] + late[middle + 33]) / 4;
        assertThat(Math.abs(mean - late[middle])).isLessThan(1e-15);
    }

    @Test
    void shouldFailWhenAStripIsMissingOrWrong() throws Exception {
        for (boolean isMissing : new boolean[] {true, false}) {
            Hosted<None, BorderedStrip, StripRows> hosted = hosted("a", SMALL);
            hosted.initialize();
            Verdict verdict = Verdict.CONTINUE;
            for (int number = 0; number < 7; number++) {
                hosted.cycle(number);
                for (long index = 0; index < 5; index++) {
                    StripRows rows = hosted.compute(None.NONE, hosted.unit(index));
                    if (number == 3 && index == 2) {
                        rows.cells()[50] += 1e-3;
                        if (isMissing) {
                            continue;
                        }
                    }
                    hosted.accept(index, rows);
                }
                assertThat(verdict).isEqualTo(Verdict.CONTINUE);
                verdict = hosted.endCycle(number);
            }
            assertThat(verdict).isEqualTo(Verdict.FAILED);
        }
    }

    @Test
    void shouldForetellTheNumberOfItsCycles() throws Exception {
        Hosted<None, BorderedStrip, StripRows> hosted = hosted("a", SMALL);
        hosted.initialize();
        assertThat(hosted.cycle(0).last()).isFalse();
        assertThat(hosted.expectedCycles()).hasValue(7);
        assertThat(hosted.unit(2).iterations()).isEqualTo(4);
        assertThat(hosted.cycle(6).last()).isTrue();
        assertThat(hosted.unit(2).iterations()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAResultOfAnotherSize() throws Exception {
        Hosted<None, BorderedStrip, StripRows> hosted = hosted("a", SMALL);
        hosted.initialize();
        hosted.cycle(0);
        assertThatThrownBy(() -> hosted.accept(0, new StripRows(new double[8])))
                .hasMessageContaining("a result of 8 cells (expected: 256)");
    }

    @Test
    void shouldDrawTheGridOfTheLastWholeCycleWhenStopped() throws Exception {
        Hosted<None, BorderedStrip, StripRows> hosted = hosted("a", SMALL);
        hosted.initialize();
        hosted.interrupted();
        assertThat(picture("a")).doesNotExist();
        hosted.cycle(0);
        hosted.interrupted();
        BufferedImage image = ImageIO.read(picture("a").toFile());
        assertThat(image.getWidth()).isEqualTo(2 * 32 + 8);
        assertThat(image.getHeight()).isEqualTo(42);
        assertThat(image.getRGB(10, 10)).isEqualTo(image.getRGB(10 + 32 + 8, 10));
    }

    @Test
    void shouldPrintWhatItsPageShows() throws Exception {
        JacobiOptions options = new JacobiOptions();
        options.out = picture("a");
        Plate plate = new Plate(options.conclude());
        for (int number = 0; number < plate.cycles(); number++) {
            long strips = plate.cycle(number).units();
            for (int index = 0; index < strips; index++) {
                plate.take(index, StripKernel.iterate(plate.strip(index)));
            }
            plate.endCycle();
        }
        assertThat(Files.readString(PAGE))
                .contains("```text\n" + plate.summary() + plate.verdict() + "\npicture: jacobi.png\n```");
    }

    @ParameterizedTest
    @CsvSource({
        "--rows=0, --rows: 0 (expected: 1 to 10000)",
        "--columns=10001, --columns: 10001 (expected: 1 to 10000)",
        "--iterations=0, --iterations: 0 (expected: 1 to 1000000)",
        "--halo=0, --halo: 0 (expected: 1 to 1000000)",
        "--strips=1001, --strips: 1001 (expected: 1 to 1000)"
    })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> hosted("a", option).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source =
                Path.of("..", "app-jacobi", "src", "main", "java", "dev", "sluice", "app", "jacobi", "Jacobi.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("jacobi.png");
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    private Hosted<None, BorderedStrip, StripRows> hosted(String name, String... options) throws ApplicationException {
        Hosted<None, BorderedStrip, StripRows> hosted = Hosted.of(new Jacobi());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
