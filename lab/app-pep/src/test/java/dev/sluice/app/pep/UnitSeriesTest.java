package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.ArgumentException;
import dev.sluice.testing.SeededTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitSeriesTest {
    private static final int UNITS = 100_000;
    private static final List<String> ALL = List.of(
            "fixed:10ms", "uniform:5ms..15ms", "exponential:10ms", "lognormal:10ms,5ms", "bimodal:0.9@10ms,0.1@100ms");

    @TempDir
    Path directory;

    @SeededTest(runs = 5)
    void shouldHaveTheMeanAndTheDeviationAskedFor(SplittableRandom random) {
        for (String text : ALL) {
            UnitSeries series = UnitSeries.times(text, random.nextLong());
            double[] values = values(series, 3).asDoubleStream().toArray();
            double mean = Arrays.stream(values).average().orElseThrow();
            double deviation = Math.sqrt(Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow());
            double error = series.standardDeviation() / Math.sqrt(UNITS);
            assertThat(mean).as("mean of %s", text).isCloseTo(series.mean(), within(5 * error + 1));
            assertThat(deviation)
                    .as("deviation of %s", text)
                    .isCloseTo(series.standardDeviation(), within(0.04 * series.standardDeviation() + 1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fixed:10ms | 10e6 | 0",
                "uniform:5ms..15ms | 10e6 | 2886751.3459",
                "exponential:10ms | 10e6 | 10e6",
                "lognormal:10ms,5ms | 10e6 | 5e6",
                "bimodal:0.9@10ms,0.1@100ms | 19e6 | 27e6",
            })
    void shouldKnowItsMeanAndDeviation(String text, double mean, double deviation) {
        assertThat(UnitSeries.times(text, 1).mean()).isCloseTo(mean, within(1e-3));
        assertThat(UnitSeries.times(text, 1).standardDeviation()).isCloseTo(deviation, within(1e-3));
    }

    /** The median, which mean and deviation do not determine. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uniform:5ms..15ms | 10e6",
                "exponential:10ms | 6931471.8",
                "lognormal:10ms,5ms | 8944271.9",
                "lognormal:10ms,20ms | 4472135.9",
            })
    void shouldHaveTheMedianOfTheDistribution(String text, double median) {
        long[] values = values(UnitSeries.times(text, 7), 0).sorted().toArray();
        assertThat((double) values[UNITS / 2]).isCloseTo(median, within(median / 50));
    }

    @Test
    void shouldKeepToTheBoundsOfAUniform() {
        assertThat(values(UnitSeries.times("uniform:5ms..15ms", 2), 0))
                .allMatch(nanos -> nanos >= 5e6 && nanos <= 15e6);
    }

    @Test
    void shouldTakeOneOfTwoValues() {
        UnitSeries series = UnitSeries.times("bimodal:0.9@10ms,0.1@100ms", 2);
        assertThat(values(series, 0)).allMatch(nanos -> nanos == 10_000_000 || nanos == 100_000_000);
        assertThat(values(series, 0).filter(nanos -> nanos == 100_000_000).count())
                .isBetween(9_500L, 10_500L);
    }

    @SeededTest(runs = 20)
    void shouldNotDependOnTheOrderOfAsking(SplittableRandom random) {
        long seed = random.nextLong();
        for (String text : ALL) {
            long[] forward = values(UnitSeries.times(text, seed), 5).limit(200).toArray();
            UnitSeries other = UnitSeries.times(text, seed);
            for (int ask = 0; ask < 500; ask++) {
                int index = random.nextInt(200);
                other.value(random.nextInt(10), random.nextInt());
                assertThat(other.value(5, index)).isEqualTo(forward[index]);
            }
        }
    }

    @Test
    void shouldDifferBySeedCycleAndPurpose() {
        UnitSeries one = UnitSeries.times("uniform:100ns..100000ns", 1);
        UnitSeries two = UnitSeries.times("uniform:100ns..100000ns", 2);
        UnitSeries sizes = UnitSeries.resultSizes("uniform:100B..100000B", 1);
        assertThat(correlation(values(one, 0).toArray(), values(one, 1).toArray()))
                .isCloseTo(0, within(0.016));
        assertThat(correlation(values(one, 0).toArray(), values(two, 0).toArray()))
                .isCloseTo(0, within(0.016));
        assertThat(correlation(values(one, 0).toArray(), values(sizes, 0).toArray()))
                .isCloseTo(0, within(0.016));
        assertThat(correlation(values(one, 0).toArray(), values(one, 0).skip(1).toArray()))
                .isCloseTo(0, within(0.016));
    }

    /** Recorded experiments refer to these numbers, so they must never change. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uniform:5ms..15ms | 0 | 0 | 12959440",
                "exponential:10ms | 0 | 1 | 9334664",
                "exponential:10ms | 3 | 4711 | 8752161",
                "lognormal:10ms,5ms | 1 | 99 | 5692444",
                "bimodal:0.5@1ms,0.5@2ms | 2 | 1000000000000 | 2000000",
            })
    void shouldGiveTheTimesItGaveOnTheFirstMachine(String text, int cycle, long index, long nanos) {
        assertThat(UnitSeries.times(text, 42).value(cycle, index)).isEqualTo(nanos);
    }

    @Test
    void shouldGiveSizesInWholeBytesOfWhichEachResultNeedsSome() {
        assertThat(values(UnitSeries.resultSizes("exponential:100B", 1), 0).min())
                .hasValue(UnitResult.LEAST_BYTES);
        assertThat(values(UnitSeries.resultSizes("1MiB", 1), 0)).allMatch(bytes -> bytes == 1 << 20);
        assertThat(values(UnitSeries.resultSizes("lognormal:900MB,900MB", 1), 0).max())
                .hasValue(1_000_000_000L);
    }

    @Test
    void shouldReadATraceFromItsFirstLineInEachCycle() throws Exception {
        UnitSeries series = trace("# measured", "5ms", "", " 1.5s ", "0").opened(3, false);
        for (int cycle = 0; cycle < 3; cycle++) {
            assertThat(series.value(cycle, 0)).isEqualTo(5_000_000);
            assertThat(series.value(cycle, 1)).isEqualTo(1_500_000_000);
            assertThat(series.value(cycle, 2)).isZero();
        }
        UnitSeries two = trace("1us", "3us").opened(2, false);
        assertThat(two.mean()).isEqualTo(2_000);
        assertThat(two.standardDeviation()).isEqualTo(1_000);
    }

    @Test
    void shouldRefuseATraceThatIsTooShortUnlessItMayRepeat() throws Exception {
        UnitSeries series = trace("1us", "2us", "3us");
        assertThatThrownBy(() -> series.opened(4, false))
                .isInstanceOf(ArgumentException.class)
                .hasMessage(
                        "--time: " + file() + " has 3 values for 4 units (expected: at least as many values as units;"
                                + " --trace-end repeat begins the file again)");
        assertThat(series.opened(8, true).value(0, 7)).isEqualTo(2_000);
        assertThat(series.opened(2, false).value(0, 1)).isEqualTo(2_000);
    }

    @Test
    void shouldNameTheLineOfATraceThatIsWrong() throws Exception {
        UnitSeries series = trace("1us", "# two", "2");
        assertThatThrownBy(() -> series.opened(1, true))
                .isInstanceOf(ArgumentException.class)
                .hasMessageStartingWith("--time: " + file() + ":3: 2 (expected: a time such as 10ms");
        assertThatThrownBy(() -> trace("# nothing").opened(1, true))
                .hasMessage("--time: " + file() + " (expected: a file with one value a line or more)");
        assertThatThrownBy(() -> UnitSeries.times("trace:" + directory.resolve("missing"), 1)
                        .opened(1, true))
                .isInstanceOf(ArgumentException.class)
                .hasMessageContaining("a file of UTF-8 text that can be read");
    }

    @Test
    void shouldNotGiveValuesOfATraceThatWasNotRead() {
        assertThatThrownBy(() -> UnitSeries.times("trace:anything", 1).value(0, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("trace:anything was not read (expected: opened first)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "10 | a time such as 10ms",
                "fixed: | a time such as 10ms",
                "\"\" | a time such as 10ms",
                "gaussian:1ms | fixed:A, uniform:A..B, exponential:MEAN,",
                "uniform:1ms | uniform:A..B",
                "uniform:1ms..2ms..3ms | uniform:A..B",
                "uniform:2ms..1ms | uniform:A..B with A at most B",
                "uniform:1..2ms | a time such as 10ms",
                "exponential:fast | a time such as 10ms",
                "lognormal:10ms | lognormal:MEAN,SD",
                "lognormal:0,1ms | lognormal:MEAN,SD with a mean above 0",
                "lognormal:10ms,big | a time such as 10ms",
                "bimodal:0.9@1ms | bimodal:P@A,Q@B with P + Q = 1",
                "bimodal:0.9@1ms,0.2@2ms | bimodal:P@A,Q@B with P + Q = 1",
                "bimodal:1.5@1ms,-0.5@2ms | bimodal:P@A,Q@B with P + Q = 1",
                "bimodal:x@1ms,1@2ms | bimodal:P@A,Q@B with P + Q = 1",
                "bimodal:1ms,2ms | bimodal:P@A,Q@B with P + Q = 1",
                "trace: | trace:FILE with the name of a file",
            })
    void shouldSayWhatIsWrong(String text, String expected) {
        assertThatThrownBy(() -> UnitSeries.times(text, 1))
                .isInstanceOf(ArgumentException.class)
                .hasMessageStartingWith("--time: " + text + " (expected: " + expected);
    }

    @Test
    void shouldRefuseResultsThatCannotHoldTheirMeasurements() {
        assertThatThrownBy(() -> UnitSeries.resultSizes("31B", 1))
                .isInstanceOf(ArgumentException.class)
                .hasMessage("--result: 31B (expected: at least 32B, of which 24 carry measurements)");
        assertThatThrownBy(() -> UnitSeries.resultSizes("uniform:0..1kB", 1)).isInstanceOf(ArgumentException.class);
    }

    private Path file() {
        return directory.resolve("times.txt");
    }

    private UnitSeries trace(String... lines) throws Exception {
        return UnitSeries.times("trace:" + Files.write(file(), List.of(lines)), 1);
    }

    private static LongStream values(UnitSeries series, int cycle) {
        return LongStream.range(0, UNITS).map(index -> series.value(cycle, index));
    }

    private static double correlation(long[] left, long[] right) {
        int count = Math.min(left.length, right.length);
        double leftMean = Arrays.stream(left, 0, count).average().orElseThrow();
        double rightMean = Arrays.stream(right, 0, count).average().orElseThrow();
        double product = 0;
        double leftSquares = 0;
        double rightSquares = 0;
        for (int at = 0; at < count; at++) {
            product += (left[at] - leftMean) * (right[at] - rightMean);
            leftSquares += (left[at] - leftMean) * (left[at] - leftMean);
            rightSquares += (right[at] - rightMean) * (right[at] - rightMean);
        }
        return product / Math.sqrt(leftSquares * rightSquares);
    }
}
