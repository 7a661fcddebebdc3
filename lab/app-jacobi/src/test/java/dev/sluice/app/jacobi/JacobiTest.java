package dev.sluice.app.jacobi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.ResidentApplication.Halves;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.testing.SeededTest;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JacobiTest {
    private static final Path PAGE = Path.of("..", "docs", "jacobi.md");

    @TempDir
    Path directory;

    /** The run compares itself with the closed form, and all bits with the serial solution. */
    @ParameterizedTest
    @CsvSource({"1, 1", "4, 5", "1, 40", "20, 2", "7, 3", "100, 1"})
    void shouldVerifyItselfInASerialRun(int halo, int strips) throws Exception {
        Hosted<?, ?, ?> hosted = hosted(
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

    @Test
    void shouldRefuseBordersThatAStripDoesNotHave() throws Exception {
        Hosted<?, ?, ?> hosted = hosted("a", "--rows=40", "--strips=5", "--halo=9");
        assertThatThrownBy(() -> new SerialRun<>(hosted).run())
                .hasMessageContaining("--halo: 9 (expected: at most the rows of a strip, 8)");
    }

    /** The solution is that of two plain loops, however the grid is cut. */
    @SeededTest(runs = 60)
    void shouldHaveTheBitsOfTwoPlainLoops(SplittableRandom chance) {
        int rows = 1 + chance.nextInt(24);
        int strips = 1 + chance.nextInt(rows);
        int halo = 1 + chance.nextInt(rows / strips);
        PlatePlan.Strips work =
                new PlatePlan.Strips(rows, 1 + chance.nextInt(12), 1 + chance.nextInt(30), halo, strips);
        PlatePlan plan = plan(work, chance.nextLong(), true);
        double[][] expected = plainLoops(work, plan.seed());
        Plate plate = new Plate(plan);
        plate.join(strips(plan, chance));
        assertThat(plate.verdict()).isEqualTo("verified: every cell has the bits of the serial solution");
        double[] all = Stream.of(expected).flatMapToDouble(DoubleStream::of).toArray();
        assertThat(plate.summary()).contains(String.format(Locale.ROOT, "all bits %08x,", Arrays.hashCode(all)));
    }

    private PlatePlan plan(PlatePlan.Strips work, long seed, boolean verify) {
        return new PlatePlan(work, seed, verify, 8, picture("a"), null);
    }

    /** All strips after the last step, each of which was encoded between two steps. */
    private static List<StripRows> strips(PlatePlan plan) {
        return strips(plan, null);
    }

    /** @param chance cuts two strips anew after each step, if it is not null */
    private static List<StripRows> strips(PlatePlan plan, @Nullable SplittableRandom chance) {
        PlatePlan.Strips work = plan.work();
        List<Strip> strips = new ArrayList<>();
        for (int part = 0; part < work.strips(); part++) {
            strips.add(Strip.first(plan, part));
        }
        for (int step = 0; step < work.steps(); step++) {
            for (int part = 0; part < strips.size(); part++) {
                strips.set(part, travelled(strips.get(part)));
                strips.get(part).iterate(work.iterationsOf(step));
            }
            if (chance != null && strips.size() > 1) {
                cut(strips, chance.nextInt(strips.size() - 1), work.halo(), chance);
            }
            for (int part = 1; part < strips.size() && step < work.steps() - 1; part++) {
                strips.get(part).take(true, strips.get(part - 1).lower(work.halo()));
                strips.get(part - 1).take(false, strips.get(part).upper(work.halo()));
            }
        }
        return strips.stream().map(strip -> new StripRows(strip.all())).toList();
    }

    private static void cut(List<Strip> strips, int part, int halo, SplittableRandom chance) {
        Strip both = strips.get(part).join(strips.get(part + 1));
        StripCuts cuts = new StripCuts(halo);
        int at = cuts.least() + chance.nextInt(cuts.size(both) - 2 * cuts.least() + 1);
        Halves<Strip> halves = cuts.split(both, at);
        assertThat(halves.first().size()).isEqualTo(at);
        strips.set(part, halves.first());
        strips.set(part + 1, halves.second());
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
    void shouldFollowTheClosedFormAndNearTheSteadyState() {
        PlatePlan plan = plan(new PlatePlan.Strips(20, 31, 3000, 3000, 1), 5, false);
        Plate plate = new Plate(plan);
        plate.join(strips(plan));
        assertThat(plate.verdict()).isEqualTo("verified: every cell is that of the closed form, within 1e-10");
        Waves waves = new Waves(plan.work(), 5);
        double[] start = waves.after(0);
        double[] late = waves.after(1_000_000);
        int middle = 10 * plan.work().width() + 15;
        assertThat(start[3]).isEqualTo(late[3]);
        assertThat(Math.abs(start[middle] - late[middle])).isGreaterThan(0.01);
        double mean = (late[middle - 1] + late[middle + 1] + late[middle - 33] + late[middle + 33]) / 4;
        assertThat(Math.abs(mean - late[middle])).isLessThan(1e-15);
    }

    @Test
    void shouldSayThatAWrongCellIsWrong() throws Exception {
        PlatePlan plan = plan(new PlatePlan.Strips(40, 30, 25, 4, 5), 1, false);
        List<StripRows> strips = strips(plan);
        strips.get(2).cells()[50] += 1e-3;
        assertThat(new Plate(plan).finish(strips)).isFalse();
    }

    @Test
    void shouldRefuseAStripOfAnotherSize() {
        Plate plate = new Plate(plan(new PlatePlan.Strips(40, 30, 25, 4, 5), 1, false));
        assertThatThrownBy(() -> plate.join(List.of(new StripRows(new double[8]))))
                .hasMessageContaining("strips of 8 cells (expected: 1280)");
    }

    @Test
    void shouldDrawTheGridAtTheStartAndAtTheEnd() throws Exception {
        PlatePlan plan = plan(new PlatePlan.Strips(40, 30, 25, 4, 5), 1, false);
        new Plate(plan).finish(strips(plan));
        BufferedImage image = ImageIO.read(plan.out().toFile());
        assertThat(image.getWidth()).isEqualTo(2 * 32 + 8);
        assertThat(image.getHeight()).isEqualTo(42);
        assertThat(image.getRGB(0, 10)).isEqualTo(image.getRGB(32 + 8, 10));
    }

    @Test
    void shouldWriteATimeForEachStep() throws Exception {
        Path figures = directory.resolve("figures");
        Hosted<?, ?, ?> hosted =
                hosted("a", "--rows=40", "--columns=30", "--iterations=25", "--halo=4", "--figures=" + figures);
        assertThat(new SerialRun<>(hosted).run()).isEqualTo(Outcome.COMPLETE);
        assertThat(Files.readAllLines(figures)).hasSize(8).last().asString().matches("cycle 1 [0-9]+ 0 0");
    }

    @Test
    void shouldPrintWhatItsPageShows() throws Exception {
        JacobiOptions options = new JacobiOptions();
        options.out = picture("a");
        Plate plate = new Plate(options.conclude());
        plate.join(strips(options.conclude()));
        assertThat(Files.readString(PAGE))
                .contains("```text\n" + plate.summary() + plate.verdict() + "\npicture: jacobi.png\n```");
    }

    @ParameterizedTest
    @CsvSource({
        "--rows=0, --rows: 0 (expected: 1 to 10000)",
        "--columns=10001, --columns: 10001 (expected: 1 to 10000)",
        "--iterations=0, --iterations: 0 (expected: 1 to 1000000)",
        "--halo=0, --halo: 0 (expected: 1 to 1000000)",
        "--strips=1001, --strips: 1001 (expected: 1 to 1000)",
        "--copy-every=0, --copy-every: 0 (expected: 1 to 1000000)"
    })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> hosted("a", option).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source =
                Path.of("..", "app-jacobi", "src", "main", "java", "dev", "sluice", "app", "jacobi", "Jacobi.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(100);
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("jacobi.png");
    }

    private static Strip travelled(Strip strip) {
        HeapEncoder out = new HeapEncoder();
        Strip.CODEC.encode(strip, out);
        return new Decoder(out.written()).readAll(Strip.CODEC);
    }

    private Hosted<?, ?, ?> hosted(String name, String... options) throws ApplicationException {
        Hosted<?, ?, ?> hosted = Hosted.of(new Jacobi());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
