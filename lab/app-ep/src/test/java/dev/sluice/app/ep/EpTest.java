package dev.sluice.app.ep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.api.Verdict;
import dev.sluice.testing.SeededTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpTest {
    private static final Path PAGE = Path.of("..", "docs", "ep.md");

    /** The tally of each block of class S. */
    private static List<RingTally> blocks = List.of();

    @BeforeAll
    static void computeEachBlock() {
        blocks = IntStream.range(0, ProblemClass.S.blocks())
                .mapToObj(block -> GaussianKernel.compute(new PairBlocks(block, 1)))
                .toList();
    }

    private static RingTally total() {
        return blocks.stream().reduce(RingTally.NONE, RingTally::plus);
    }

    /** The class verifies itself; a run whose sums are wrong would be FAILED. */
    @ParameterizedTest
    @ValueSource(strings = {"S", "W"})
    void shouldFindTheOfficialSumsInASerialRun(String problem) throws Exception {
        assertThat(new SerialRun<>(hosted("--class=" + problem)).run()).isEqualTo(Outcome.COMPLETE);
    }

    /** Computed by all cores, because it is sixteen times class S. */
    @Test
    void shouldFindTheOfficialSumsOfClassA() {
        RingTally total = IntStream.range(0, ProblemClass.A.blocks())
                .parallel()
                .mapToObj(block -> GaussianKernel.compute(new PairBlocks(block, 1)))
                .reduce(RingTally.NONE, RingTally::plus);
        assertThat(total.sumX()).isCloseTo(-4.295875165629892e3, within(4.2e-5));
        assertThat(total.sumY()).isCloseTo(-1.580732573678431e4, within(1.5e-4));
    }

    @Test
    void shouldFindTheSumsAndCountsOfClassS() {
        RingTally total = total();
        assertThat(total.sumX()).isCloseTo(-3.247834652034740e3, within(1e-9));
        assertThat(total.sumY()).isCloseTo(-6.958407078382297e3, within(1e-9));
        assertThat(total.counts()).containsExactly(6_140_517, 5_865_300, 1_100_361, 68_546, 1_648, 17, 0, 0, 0, 0);
        assertThat(total.pairs()).isEqualTo(13_176_389);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 64, 255, 256})
    void shouldGiveTheSameBitsHoweverBlocksAreCut(int blocksPerUnit) {
        Partition partition = new Partition(ProblemClass.S, blocksPerUnit);
        RingTally sum = RingTally.NONE;
        for (long index = partition.units() - 1; index >= 0; index--) {
            sum = sum.plus(GaussianKernel.compute(partition.unit(index)));
        }
        assertSame(sum, total());
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeEachBlockOnce(ProblemClass problem) {
        for (int blocksPerUnit : new int[] {problem.blocksPerUnit(), 1, 3, problem.blocks()}) {
            Partition partition = new Partition(problem, blocksPerUnit);
            int next = 0;
            for (long index = 0; index < partition.units(); index++) {
                assertThat(partition.unit(index).first()).isEqualTo(next);
                next += partition.unit(index).count();
            }
            assertThat(next).isEqualTo(problem.blocks());
        }
    }

    @SeededTest(runs = 20)
    void shouldGiveTheSameBitsWhateverTheOrderAndTheNumberOfWorkers(SplittableRandom chance) throws Exception {
        Hosted<None, PairBlocks, RingTally> hosted = hosted();
        hosted.initialize();
        Accumulation<RingTally> accumulation = (Accumulation<RingTally>) hosted.results();
        assertThat(accumulation.isExact()).isTrue();
        RingTally[] workers = new RingTally[1 + chance.nextInt(5)];
        Arrays.fill(workers, accumulation.identity());
        for (RingTally block : blocks) {
            int worker = chance.nextInt(workers.length);
            workers[worker] = chance.nextBoolean()
                    ? hosted.merge(accumulation, workers[worker], block)
                    : hosted.merge(accumulation, block, workers[worker]);
        }
        RingTally sum = accumulation.identity();
        for (RingTally worker : workers) {
            sum = hosted.merge(accumulation, sum, travelled(hosted.resultCodec(), worker));
        }
        assertSame(sum, total());
        assertThat(hosted.accumulated(sum)).isEqualTo(Verdict.CONTINUE);
    }

    @Test
    void shouldFailWhenAUnitIsMissingOrTwice() throws Exception {
        Hosted<None, PairBlocks, RingTally> hosted = hosted();
        hosted.initialize();
        assertThat(hosted.accumulated(total().plus(blocks.get(3)))).isEqualTo(Verdict.FAILED);
        assertThat(hosted.accumulated(RingTally.NONE)).isEqualTo(Verdict.FAILED);
        assertThat(EpReport.text(ProblemClass.S, RingTally.NONE))
                .contains("WRONG: the sums differ from the official ones (expected: within 1e-08)");
    }

    @ParameterizedTest
    @CsvSource({"2e-8, false", "0.5e-8, true"})
    void shouldPassNothingBeyondTheTolerance(double difference, boolean passes) {
        double units = Math.scalb(1.0, 40);
        RingTally total = total();
        RingTally otherX =
                new RingTally(Math.round(total.sumX() * (1 + difference) * units), total.y(), total.counts());
        RingTally otherY =
                new RingTally(total.x(), Math.round(total.sumY() * (1 - difference) * units), total.counts());
        assertThat(ProblemClass.S.accepts(otherX)).isEqualTo(passes);
        assertThat(ProblemClass.S.accepts(otherY)).isEqualTo(passes);
        assertThat(ProblemClass.W.accepts(total)).isFalse();
    }

    @Test
    void shouldPrintWhatItsPageShows() throws Exception {
        assertThat(Files.readString(PAGE)).contains("```text\n" + EpReport.text(ProblemClass.S, total()) + "```");
    }

    /** One unit of class C, whose sums are not verified here, must neither overflow nor lose digits. */
    @Test
    void shouldHoldTheSumsOfTheLargestClass() throws Exception {
        Hosted<None, PairBlocks, RingTally> hosted = hosted("--class=C");
        hosted.initialize();
        Cycle<None> cycle = hosted.cycle(0);
        assertThat(cycle.units()).isEqualTo(1024);
        PairBlocks last = hosted.unit(1023);
        assertThat(last).isEqualTo(new PairBlocks(65_472, 64));
        RingTally tally = hosted.compute(None.NONE, travelled(hosted.unitCodec(), last));
        assertThat(tally.pairs() / (64.0 * PairBlocks.PAIRS)).isCloseTo(Math.PI / 4, within(1e-3));
        double largest = Long.MAX_VALUE / Math.scalb(1.0, 40);
        for (ProblemClass problem : ProblemClass.values()) {
            assertThat(Math.max(Math.abs(problem.sumX()), Math.abs(problem.sumY())))
                    .isLessThan(largest / 100);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--blocks-per-unit=0   | --blocks-per-unit: 0 (expected: 1 to 256)",
                "--blocks-per-unit=257 | --blocks-per-unit: 257 (expected: 1 to 256)"
            })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> hosted(option).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldNameItsClassesWhenOneIsUnknown() {
        assertThatThrownBy(() -> hosted("--class=D")).hasMessageContaining("S, W, A, B, C");
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source = Path.of("..", "app-ep", "src", "main", "java", "dev", "sluice", "app", "ep", "Ep.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    private static void assertSame(RingTally tally, RingTally expected) {
        assertThat(tally).usingRecursiveComparison().isEqualTo(expected);
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    private static Hosted<None, PairBlocks, RingTally> hosted(String... options) throws ApplicationException {
        Hosted<None, PairBlocks, RingTally> hosted = Hosted.of(new Ep());
        hosted.parse(List.of(options));
        return hosted;
    }
}
