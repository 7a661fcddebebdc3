package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.OutcomeRow;
import dev.sluice.model.forecast.Calibration;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierOutcomesTest {
    private static final Instant TIME = Instant.parse("2026-11-26T12:00:00Z");
    private static final ApplicationKey SIEVE = new ApplicationKey("sieve", "org.example.Sieve", "", "");
    private static final ApplicationKey OTHER = new ApplicationKey("other", "org.example.Other", "", "");

    @TempDir
    Path directory;

    private static OutcomeRow row(ApplicationKey application, RunKind kind, double actual, double bias) {
        return new OutcomeRow(
                "run",
                application,
                TIME,
                kind.word(),
                EarlierOutcomes.FROM_HISTORY,
                false,
                false,
                10,
                9,
                11,
                bias,
                0.1,
                actual,
                1,
                1,
                100,
                90,
                "");
    }

    private static List<OutcomeRow> rows(int count, ApplicationKey application, RunKind kind, double actual) {
        List<OutcomeRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(application, kind, actual, 0));
        }
        return rows;
    }

    /** The newest first. */
    private static boolean held(List<OutcomeRow> later, List<OutcomeRow> earlier) {
        List<OutcomeRow> all = new ArrayList<>(later);
        all.addAll(earlier);
        return new EarlierOutcomes(all).hasHeld(SIEVE, RunKind.LOCAL);
    }

    @Test
    void shouldShowForecastsOnlyAfterEnoughHaveHeld() {
        List<OutcomeRow> nine = rows(9, SIEVE, RunKind.LOCAL, 10.5);
        List<OutcomeRow> miss = rows(1, SIEVE, RunKind.LOCAL, 12);
        assertThat(held(List.of(), nine)).isFalse();
        assertThat(held(miss, nine)).as("nine of ten").isTrue();
        List<OutcomeRow> two = rows(2, SIEVE, RunKind.LOCAL, 12);
        assertThat(held(two, nine)).as("nine of eleven").isFalse();
        assertThat(held(rows(20, SIEVE, RunKind.LOCAL, 9), two))
                .as("the latest twenty")
                .isTrue();
    }

    @Test
    void shouldCountOnlyForecastsOfTheSameApplicationAndKind() {
        assertThat(held(List.of(), rows(20, OTHER, RunKind.LOCAL, 10))).isFalse();
        assertThat(held(List.of(), rows(20, SIEVE, RunKind.HOSTS, 10))).isFalse();
    }

    @Test
    void shouldCalibrateByTheApplicationThenByTheKind() {
        List<OutcomeRow> rows = new ArrayList<>(rows(9, SIEVE, RunKind.HOSTS, 12));
        rows.addAll(rows(9, OTHER, RunKind.HOSTS, 12));
        EarlierOutcomes few = new EarlierOutcomes(rows);
        assertThat(few.calibration(SIEVE, RunKind.HOSTS).rows())
                .as("both applications")
                .isEqualTo(18);
        assertThat(few.calibration(SIEVE, RunKind.HOSTS).bias()).isCloseTo(Math.log(1.2), within(1e-9));
        assertThat(few.calibration(SIEVE, RunKind.LOCAL)).isEqualTo(Calibration.SHIPPED);
        rows.add(row(SIEVE, RunKind.HOSTS, 12, 0));
        assertThat(new EarlierOutcomes(rows).calibration(SIEVE, RunKind.HOSTS).rows())
                .isEqualTo(10);
    }

    /** A correction must not undo itself, because later forecasts were already corrected. */
    @Test
    void shouldLearnFromForecastsBeforeTheirCorrection() {
        List<OutcomeRow> corrected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            corrected.add(row(SIEVE, RunKind.LOCAL, 10, 0.2));
        }
        assertThat(new EarlierOutcomes(corrected)
                        .calibration(SIEVE, RunKind.LOCAL)
                        .bias())
                .isCloseTo(0.2, within(1e-9));
    }

    @Test
    void shouldReadWhatTheHistoryKeeps() {
        History history = new History(directory, trouble -> {
            throw new AssertionError(trouble.toString());
        });
        OutcomeRow row = row(SIEVE, RunKind.POOL, 10.5, 0.1);
        history.add(HistoryEntry.of(List.of(row)));
        assertThat(EarlierOutcomes.of(history).rows()).containsExactly(row);
    }
}
