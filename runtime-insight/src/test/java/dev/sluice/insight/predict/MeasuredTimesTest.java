package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.GeneralRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.ProcessorUse;
import dev.sluice.model.forecast.Estimate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The widening search for the time of a unit, over rows of the history. */
class MeasuredTimesTest {
    private static final Instant NOW = Instant.now().minusSeconds(60);
    private static final ApplicationKey SIEVE = new ApplicationKey("sieve", "org.example.Sieve", "b", "a");
    private static final ApplicationKey SORT = new ApplicationKey("sort", "org.example.Sort", "b", "a");

    @TempDir
    Path directory;

    private History history;

    @BeforeEach
    void beginHistory() {
        history = new History(directory, trouble -> {
            throw new AssertionError(trouble);
        });
    }

    private void add(Record row) {
        history.add(HistoryEntry.of(List.of(row)));
    }

    private static BenchmarkRow row(ApplicationKey of, String host, String processor, double hertz, double seconds) {
        return new BenchmarkRow(
                "run", of, NOW, host, processor, hertz, 1, 50, seconds, Double.NaN, Double.NaN, Double.NaN);
    }

    /** A row with processor time, and with a standard deviation between units. */
    private static BenchmarkRow timed(String host, double wall, double cpu, double spread, Instant time) {
        return new BenchmarkRow("run", SIEVE, time, host, "M", 2e9, 2, 50, wall, cpu, spread, Double.NaN);
    }

    private static GeneralRow general(String host, String processor, double seconds) {
        return new GeneralRow(NOW, host, processor, Double.NaN, 1, seconds, 0, 0, 0, Double.NaN);
    }

    private Optional<UnitTime> ask(String host) {
        return Knowledge.ofHistory(history).unitSeconds(SIEVE, host);
    }

    private Estimate estimate(String host) {
        return ask(host).orElseThrow().estimate();
    }

    private void state(String names) {
        for (String name : names.split(" ")) {
            add(
                    switch (name) {
                        case "ON_HOST" -> row(SIEVE, "H", "M", 2e9, 1);
                        case "ON_MODEL" -> row(SIEVE, "I", "M", 2e9, 2);
                        case "ON_CLOCK" -> row(SIEVE, "J", "N", 2.4e9, 3);
                        case "FAR_CLOCK" -> row(SIEVE, "J", "N", 4e9, 3);
                        case "GENERAL_H" -> general("H", "M", 0.6);
                        case "GENERAL_I" -> general("I", "M", 0.9);
                        case "GENERAL_J" -> general("J", "N", 0.3);
                        default -> row(SORT, "H", "M", 2e9, 70);
                    });
        }
    }

    /** Each row takes away what answered in the row before. */
    @ParameterizedTest
    @CsvSource({
        "ON_HOST ON_MODEL ON_CLOCK GENERAL_H GENERAL_J, EXACT, 1",
        "H_IS ON_MODEL ON_CLOCK GENERAL_H GENERAL_J, MODEL, 2",
        "H_IS ON_CLOCK GENERAL_H GENERAL_J, CLOCK, 3.6",
        "H_IS FAR_CLOCK GENERAL_H GENERAL_J, HOST_BENCHMARK, 6",
        "H_IS FAR_CLOCK GENERAL_I GENERAL_J, MODEL_BENCHMARK, 9",
    })
    void shouldWidenUntilAMeasurementAnswers(String known, Generalization step, double seconds) {
        state(known);
        UnitTime time = ask("H").orElseThrow();
        assertThat(time.step()).isEqualTo(step);
        assertThat(time.otherBuild()).isFalse();
        assertThat(time.estimate().value()).isCloseTo(seconds, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "H_IS",
        "H_IS FAR_CLOCK",
        "H_IS FAR_CLOCK GENERAL_H",
        "H_IS FAR_CLOCK GENERAL_J",
        "GENERAL_H GENERAL_J",
        "ON_CLOCK",
    })
    void shouldNotKnowWhatNobodyMeasured(String known) {
        state(known);
        assertThat(ask("H")).isEmpty();
    }

    @Test
    void shouldKnowNothingOfAnEmptyHistory() {
        assertThat(ask("H")).isEmpty();
    }

    @Test
    void shouldPreferAnotherMachineToAnotherBuildAndUseNoOtherArguments() {
        add(row(new ApplicationKey("sieve", SIEVE.type(), "b", "other"), "H", "M", 2e9, 70));
        assertThat(ask("H")).isEmpty();
        add(row(new ApplicationKey("sieve", SIEVE.type(), "other", "a"), "H", "M", 2e9, 7));
        assertThat(ask("H").orElseThrow().otherBuild()).isTrue();
        assertThat(ask("H").orElseThrow().how("on this host")).isEqualTo("on this host, of another build");
        state("ON_MODEL");
        assertThat(ask("H").orElseThrow().step()).isEqualTo(Generalization.MODEL);
    }

    @Test
    void shouldBeLessSureOfWhatIsScaled() {
        state("H_IS ON_CLOCK");
        assertThat(ask("H").orElseThrow().scale()).isCloseTo(1.2, within(1e-9));
        assertThat(estimate("H").error()).isNaN(); // nobody knows how sure the 3 s are
        UnitTime scaled = new UnitTime(new Estimate(3, 0.1, "test", NOW), Generalization.CLOCK, false, 1.2);
        assertThat(scaled.estimate().error()).isCloseTo(0.12 + 0.6, within(1e-9));
    }

    @Test
    void shouldPickTheSurestThenTheLatest() {
        state("H_IS");
        add(timed("unsure", 1, Double.NaN, 0.5, NOW));
        add(timed("sure", 2, Double.NaN, 0.1, NOW.minus(Duration.ofDays(9))));
        assertThat(estimate("H").value()).isEqualTo(2);
        add(timed("later", 4, Double.NaN, 0.2, NOW.minus(Duration.ofDays(1))));
        assertThat(estimate("H").value()).isEqualTo(4);
    }

    @Test
    void shouldNotPreferWhatAWrongClockWrote() {
        state("H_IS");
        add(timed("right", 2, Double.NaN, 0.1, NOW.minus(Duration.ofDays(9))));
        add(timed("tomorrow", 4, Double.NaN, 0.2, NOW.plus(Duration.ofDays(1))));
        assertThat(estimate("H").value()).isEqualTo(2);
        add(timed("ahead", 8, Double.NaN, 0.4, NOW.plus(Duration.ofMinutes(2))));
        assertThat(estimate("H").value()).isEqualTo(8);
    }

    @Test
    void shouldNotTakeALoadedHostForASlowOne() {
        add(timed("idle", 1.0, 0.98, 0.1, NOW));
        add(timed("loaded", 2.0, 0.98, 0.1, NOW));
        assertThat(estimate("loaded").value()).isCloseTo(1.0, within(1e-9));
    }

    @Test
    void shouldTakeTheShareOfAProcessorFromTheFreestHost() {
        add(timed("idle", 1.0, 0.4, 0.1, NOW));
        add(timed("idle", 1.0, 0.4, 0.1, NOW));
        add(timed("loaded", 1.4, 0.4, 0.1, NOW));
        assertThat(ProcessorUse.share(history.benchmarks(), SIEVE)).isEqualTo(0.4, within(1e-9));
        // 0.4 s of a processor at half speed, and 0.6 s of waiting as long as ever.
        assertThat(estimate("loaded").value()).isCloseTo(1.0, within(1e-9));
    }

    @Test
    void shouldKeepTheTimeOfApplicationsThatWait() {
        add(timed("a", 1.0, 0.01, 0.1, NOW));
        add(timed("b", 3.0, 0.01, 0.1, NOW));
        assertThat(estimate("b").value()).isEqualTo(3.0);
    }

    @Test
    void shouldTakeTheClockWhereProcessorTimeIsNotKnown() {
        add(timed("a", 1.5, Double.NaN, 0.1, NOW));
        assertThat(estimate("a").value()).isEqualTo(1.5);
        assertThat(estimate("a").error()).isCloseTo(0.1 * Math.sqrt(2 / Math.PI) / Math.sqrt(50), within(1e-12));
        assertThat(estimate("a").source()).isEqualTo("history: 1 run");
    }

    @Test
    void shouldForecastWhatWasMeasuredSeveralTimes() {
        for (int i = 0; i < 20; i++) {
            add(timed("a", i % 2 == 0 ? 1.0 : 1.2, Double.NaN, 0.1, NOW));
        }
        assertThat(estimate("a").value()).isBetween(1.0, 1.2);
        assertThat(estimate("a").error()).isBetween(0.01, 0.2);
        assertThat(estimate("a").source()).isEqualTo("history: 20 runs");
    }

    @Test
    void shouldTellApplicationsApart() {
        add(timed("a", 1, 1, 0.1, NOW));
        add(row(SORT, "a", "M", 2e9, 2));
        assertThat(Knowledge.ofHistory(history)
                        .unitSeconds(SORT, "a")
                        .orElseThrow()
                        .estimate()
                        .value())
                .isEqualTo(2.0);
    }
}
