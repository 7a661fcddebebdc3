package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.CostRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.RunRow;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCostsTest {
    private static final Instant TIME = Instant.parse("2026-11-25T01:02:03Z");
    private static final double UNKNOWN = Double.NaN;

    @TempDir
    Path directory;

    @Test
    void shouldTakeTheDefaultWithoutRuns() {
        assertThat(KnownCosts.of(List.of(), "a", "M")).isEqualTo(KnownCosts.DEFAULT);
        assertThat(KnownCosts.DEFAULT.costs()).isEqualTo(RuntimeCosts.DEFAULT);
    }

    @Test
    void shouldTakeEachFigureOfTheLatestRunThatCountedIt() {
        KnownCosts known = KnownCosts.of(
                List.of(
                        row("a", new RuntimeCosts(UNKNOWN, 2, UNKNOWN, 4, UNKNOWN)),
                        row("a", new RuntimeCosts(10, 20, 30, 40, UNKNOWN))),
                "a",
                "other");
        assertThat(known.costs()).isEqualTo(new RuntimeCosts(10, 2, 30, 4, RuntimeCosts.DEFAULT.startNanos()));
        assertThat(known.source()).contains("on this host");
        assertThat(known.time()).isEqualTo(TIME);
    }

    @Test
    void shouldPreferThisHostToOneWithTheSameProcessor() {
        List<CostRow> rows =
                List.of(row("b", new RuntimeCosts(1, 2, 3, 4, 5)), row("a", new RuntimeCosts(10, 20, 30, 40, 50)));
        assertThat(KnownCosts.of(rows, "a", "M").costs().unitNanos()).isEqualTo(30);
        KnownCosts alike = KnownCosts.of(rows, "c", "M");
        assertThat(alike.costs().unitNanos()).isEqualTo(3);
        assertThat(alike.source()).contains("the same processor");
        assertThat(KnownCosts.of(rows, "c", "another")).isEqualTo(KnownCosts.DEFAULT);
    }

    @Test
    void shouldReadWhatTheHistoryKeeps() {
        History history = new History(directory, trouble -> {
            throw new IllegalStateException(trouble.text());
        });
        CostRow row = row("a", new RuntimeCosts(1, UNKNOWN, 3, 4, 5));
        history.add(HistoryEntry.of(List.of(run(), row)));
        assertThat(history.costs()).containsExactly(row);
        assertThat(KnownCosts.of(history.costs(), "a", "M").costs().masterMessageNanos())
                .isEqualTo(1);
    }

    private static CostRow row(String host, RuntimeCosts costs) {
        return new CostRow("run", TIME, host, "M", costs);
    }

    private static RunRow run() {
        ApplicationKey application = new ApplicationKey("App", "org.example.App", "0123", "");
        return new RunRow(
                "run", application, TIME, 1, 1, 1, 1, 1, 1, "a", "a", "SS", "complete", 0, "", 0, "1", "/runs/run");
    }
}
