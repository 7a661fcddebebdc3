package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Stated;
import dev.sluice.model.forecast.Estimate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryProviderTest {
    @TempDir
    Path directory;

    private List<Fact> ask(String question, List<BenchmarkRow> benchmarks, List<GeneralRow> general) {
        History history = new History(directory, trouble -> {
            throw new AssertionError(trouble.toString());
        });
        for (BenchmarkRow row : benchmarks) {
            history.add(HistoryEntry.of(List.of(row)));
        }
        for (GeneralRow row : general) {
            history.add(HistoryEntry.of(List.of(row)));
        }
        return new HistoryProvider(history).facts(Stated.question(question));
    }

    private static Estimate number(List<Fact> facts) {
        assertThat(facts).hasSize(1);
        return facts.get(0).estimate().orElseThrow();
    }

    @Test
    void shouldKnowNothingOfAnEmptyHistory() {
        assertThat(ask("application=Sieve unit-seconds=?", List.of(), List.of()))
                .isEmpty();
        assertThat(ask("host=a processor=?", List.of(), List.of())).isEmpty();
        assertThat(ask("host=a availability=?", List.of(), List.of())).isEmpty();
    }

    @Test
    void shouldNotTakeALoadedHostForASlowOne() {
        List<BenchmarkRow> rows =
                List.of(Rows.benchmark("Sieve", "idle", 1.0, 0.98), Rows.benchmark("Sieve", "loaded", 2.0, 0.98));
        assertThat(number(ask("application=Sieve host=loaded unit-seconds=?", rows, List.of()))
                        .value())
                .isCloseTo(1.0, within(1e-9));
    }

    @Test
    void shouldTakeTheShareOfAProcessorFromTheFreestHost() {
        List<BenchmarkRow> rows = List.of(
                Rows.benchmark("Sieve", "idle", 1.0, 0.4),
                Rows.benchmark("Sieve", "idle", 1.0, 0.4),
                Rows.benchmark("Sieve", "loaded", 1.4, 0.4));
        assertThat(ProcessorUse.share(rows, rows.get(0).application())).isEqualTo(0.4, within(1e-9));
        // 0.4 s of a processor at half speed, and 0.6 s of waiting as long as ever.
        assertThat(number(ask("application=Sieve host=loaded unit-seconds=?", rows, List.of()))
                        .value())
                .isCloseTo(1.0, within(1e-9));
    }

    @Test
    void shouldKeepTheTimeOfApplicationsThatWait() {
        List<BenchmarkRow> rows =
                List.of(Rows.benchmark("Sieve", "a", 1.0, 0.01), Rows.benchmark("Sieve", "b", 3.0, 0.01));
        assertThat(number(ask("application=Sieve host=b unit-seconds=?", rows, List.of()))
                        .value())
                .isEqualTo(3.0);
    }

    @Test
    void shouldTakeTheClockWhereProcessorTimeIsNotKnown() {
        List<BenchmarkRow> rows = List.of(Rows.benchmark("Sieve", "a", 1.5, Double.NaN));
        Estimate estimate = number(ask("application=Sieve host=a unit-seconds=?", rows, List.of()));
        assertThat(estimate.value()).isEqualTo(1.5);
        assertThat(estimate.error()).isCloseTo(0.1 * Math.sqrt(2 / Math.PI) / Math.sqrt(50), within(1e-12));
        assertThat(estimate.source()).isEqualTo("1 run");
    }

    @Test
    void shouldForecastWhatWasMeasuredSeveralTimes() {
        List<BenchmarkRow> rows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rows.add(Rows.benchmark("Sieve", "a", i % 2 == 0 ? 1.0 : 1.2, Double.NaN));
        }
        Estimate estimate = number(ask("application=Sieve host=a unit-wall-seconds=?", rows, List.of()));
        assertThat(estimate.value()).isBetween(1.0, 1.2);
        assertThat(estimate.error()).isBetween(0.01, 0.2);
        assertThat(estimate.source()).isEqualTo("20 runs");
    }

    @Test
    void shouldAnswerForEachHostOfAModel() {
        List<BenchmarkRow> rows = List.of(Rows.benchmark("Sieve", "a", 1, 1), Rows.benchmark("Sieve", "b", 2, 2));
        assertThat(ask("application=sieve processor=M unit-seconds=?", rows, List.of()))
                .extracting(fact -> fact.value(Name.HOST))
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldTellApplicationsApart() {
        List<BenchmarkRow> rows = List.of(Rows.benchmark("Sieve", "a", 1, 1), Rows.benchmark("Sort", "a", 2, 2));
        assertThat(number(ask("application=org.example.Sort unit-seconds=?", rows, List.of()))
                        .value())
                .isEqualTo(2.0);
        assertThat(ask("application=So unit-seconds=?", List.of(), List.of())).isEmpty();
    }

    @Test
    void shouldKnowProcessorsAndGeneralBenchmarks() {
        List<GeneralRow> general = List.of(Rows.general("a", 0.6), Rows.general("b", 0.7));
        assertThat(ask("host=a processor=?", List.of(), general))
                .singleElement()
                .extracting(Fact::value)
                .isEqualTo("M");
        assertThat(number(ask("host=b general-seconds=?", List.of(), List.of())).value())
                .isEqualTo(0.7);
        assertThat(ask("processor=M general-seconds=?", List.of(), List.of())).hasSize(2);
        assertThat(number(ask("host=a clock-hertz=?", List.of(), List.of())).value())
                .isEqualTo(2e9);
    }
}
