package dev.sluice.app.dot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.api.Verdict;
import dev.sluice.testing.SeededTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockingTest {
    private static final Path PAGE = Path.of("..", "docs", "dot.md");
    private static final String[] SMALL = {"--size=32", "--rotations=20", "--rotations-per-unit=3", "--poses=50"};

    @TempDir
    Path directory;

    /** The run verifies itself; one that misses the planted pose would be FAILED. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldFindThePlantedPoseInASerialRun(int seed) throws Exception {
        String[] options =
                Stream.concat(Stream.of(SMALL), Stream.of("--seed=" + seed)).toArray(String[]::new);
        assertThat(new SerialRun<>(hosted("serial", options)).run()).isEqualTo(Outcome.COMPLETE);
        assertThat(ImageIO.read(picture("serial").toFile()).getWidth()).isEqualTo(PosePicture.SIDE);
    }

    @SeededTest(runs = 3)
    void shouldFindTheSamePosesWhateverTheOrderAndTheNumberOfWorkers(SplittableRandom chance) throws Exception {
        DockingPlan plan = small("a");
        DockingTarget target = DockingTarget.of(plan);
        BestPoses inOrder = DockingKernel.search(target, new RotationBlock(0, 20));
        Hosted<DockingTarget, RotationBlock, BestPoses> master = hosted("a", SMALL);
        master.initialize();
        DockingTarget setup = travelled(
                master.setupCodec(), Objects.requireNonNull(master.cycle(0).setup()));
        Accumulation<BestPoses> accumulation = (Accumulation<BestPoses>) master.results();
        assertThat(accumulation.isExact()).isTrue();
        BestPoses[] workers = new BestPoses[1 + chance.nextInt(4)];
        Arrays.fill(workers, accumulation.identity());
        List<Long> order =
                new ArrayList<>(LongStream.range(0, plan.units()).boxed().toList());
        Collections.shuffle(order, new Random(chance.nextLong()));
        for (long index : order) {
            BestPoses result = master.compute(setup, travelled(master.unitCodec(), master.unit(index)));
            int worker = chance.nextInt(workers.length);
            workers[worker] = chance.nextBoolean()
                    ? master.merge(accumulation, workers[worker], result)
                    : master.merge(accumulation, result, workers[worker]);
        }
        BestPoses total = accumulation.identity();
        for (BestPoses worker : workers) {
            total = master.merge(accumulation, total, travelled(master.resultCodec(), worker));
        }
        assertThat(total).isEqualTo(inOrder);
        assertThat(total.poses()).hasSize(50);
        assertThat(master.accumulated(total)).isEqualTo(Verdict.CONTINUE);
    }

    @SeededTest(runs = 200)
    void shouldOrderEqualEnergiesByRotationAndShift(SplittableRandom chance) {
        List<Pose> all = new ArrayList<>();
        for (int rotation = 0; rotation < 6; rotation++) {
            for (int shift = 0; shift < 6; shift++) {
                all.add(new Pose(chance.nextInt(3), rotation, shift));
            }
        }
        Collections.shuffle(all, new Random(chance.nextLong()));
        int kept = 1 + chance.nextInt(40);
        BestPoses merged = BestPoses.NONE;
        for (int from = 0; from < all.size(); ) {
            int to = Math.min(all.size(), from + 1 + chance.nextInt(9));
            BestPoses part = new BestPoses(
                    all.subList(from, to).stream().sorted().limit(kept).toList());
            merged = chance.nextBoolean() ? merged.merged(part, kept) : part.merged(merged, kept);
            from = to;
        }
        assertThat(merged.poses()).isEqualTo(all.stream().sorted().limit(kept).toList());
        assertThat(new Pose(1, 3, 2)).isGreaterThan(new Pose(1, 2, 9)).isLessThan(new Pose(1, 3, 3));
    }

    @Test
    void shouldComputeEachRotationOnce() {
        for (int perUnit : new int[] {1, 3, 7, 20, 99}) {
            DockingPlan plan = new DockingPlan(32, 20, perUnit, 1, 1, Path.of("out"));
            int next = 0;
            for (long index = 0; index < plan.units(); index++) {
                assertThat(plan.unit(index).first()).isEqualTo(next);
                next += plan.unit(index).count();
            }
            assertThat(next).isEqualTo(20);
        }
    }

    @Test
    void shouldFailWithoutTheRotationOfThePlantedPoseOrWithAWrongEnergy() throws Exception {
        DockingPlan plan = small("wrong");
        DockingTarget target = DockingTarget.of(plan);
        int planted = PlantedComplex.of(plan).rotation();
        int other = planted == 0 ? 1 : 0;
        Hosted<DockingTarget, RotationBlock, BestPoses> hosted = hosted("wrong", SMALL);
        hosted.initialize();
        BestPoses without = DockingKernel.search(target, new RotationBlock(other, 1));
        assertThat(hosted.accumulated(without)).isEqualTo(Verdict.FAILED);
        assertThat(new DockingReport(plan, without).text())
                .contains("WRONG: the best pose is not the planted one (expected: rotation " + planted + ")");
        Pose best = DockingKernel.search(target, new RotationBlock(planted, 1))
                .poses()
                .get(0);
        Pose shifted = new Pose(best.energy() - 0.01, best.rotation(), best.shift());
        assertThat(new DockingReport(plan, new BestPoses(List.of(best))).isVerified())
                .isTrue();
        assertThat(new DockingReport(plan, new BestPoses(List.of(shifted))).text())
                .contains("from direct sums (expected: at most 1e-09)");
        assertThat(hosted.accumulated(BestPoses.NONE)).isEqualTo(Verdict.FAILED);
    }

    /** Computes only the rotations that the page shows, and all poses of theirs. */
    @Test
    void shouldPrintWhatItsPageShows() throws Exception {
        String page = Files.readString(PAGE);
        DockingPlan plan = new DockingOptions().conclude();
        DockingTarget target = DockingTarget.of(plan);
        BestPoses best = BestPoses.NONE;
        List<Integer> rotations = Pattern.compile("(?m)^ +\\d+ +-\\d+\\.\\d+ +(\\d+)  \\d+, ")
                .matcher(page)
                .results()
                .map(match -> Integer.valueOf(match.group(1)))
                .distinct()
                .toList();
        for (int rotation : rotations) {
            best = best.merged(DockingKernel.search(target, new RotationBlock(rotation, 1)), plan.poses());
        }
        assertThat(page).contains("```text\n" + new DockingReport(plan, best).text() + "picture: dot.png\n```");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=48             | --size: 48 (expected: a power of two from 32 to 128)",
                "--size=256            | --size: 256 (expected: a power of two from 32 to 128)",
                "--rotations=0         | --rotations: 0 (expected: 1 to 1000000)",
                "--rotations-per-unit=0| --rotations-per-unit: 0 (expected: 1 to 1000000)",
                "--poses=1000001       | --poses: 1000001 (expected: 1 to 1000000)"
            })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> hosted("a", option).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source = Path.of("..", "app-dot", "src", "main", "java", "dev", "sluice", "app", "dot", "Docking.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("dot.png");
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    /** The plan of the options {@link #SMALL}. */
    private DockingPlan small(String name) {
        return new DockingPlan(32, 20, 3, 50, 1, picture(name));
    }

    private Hosted<DockingTarget, RotationBlock, BestPoses> hosted(String name, String... options)
            throws ApplicationException {
        Hosted<DockingTarget, RotationBlock, BestPoses> hosted = Hosted.of(new Docking());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
