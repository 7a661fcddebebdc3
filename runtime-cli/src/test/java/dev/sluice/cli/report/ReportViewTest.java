package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.run.RunJson;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.net.rules.TransportKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportViewTest {
    private static RunReport.WorkerLine worker(String name, String host) {
        CauseTimes times = CauseTimes.of(Map.of(Cause.COMPUTE, 6_000_000_000L, Cause.MASTER, 2_000_000_000L));
        return new RunReport.WorkerLine(name, host, TransportKind.TLS, 2, 10, 9, 8, 6, 6, 1, times, List.of());
    }

    @Test
    void shouldShowWhatTheReportHas() {
        RunReport report = ReportTableTest.withFailures(
                ReportTableTest.report(List.of(worker("w1", "near"), worker("w2", "far"), worker("w3", "far")), null));
        RunView.Change change = new RunView.Change("one more worker", 15, 0.25);
        Expected.Gains gains = new Expected.Gains(0.8, null, List.of(change), "");
        RunView view = ReportView.of(report.beside(new Expected(null, null, "nothing", null, gains)), Path.of("here"));
        assertThat(view.about().kind()).isEqualTo(RunView.Kind.ENDED);
        assertThat(view.about().end()).isEqualTo("complete");
        assertThat(view.overview().doneInAll()).isEqualTo(100);
        assertThat(view.overview().units()).isEqualTo(100);
        assertThat(view.overview().done()).isEqualTo(100);
        assertThat(view.overview().failures()).isEqualTo(12);
        assertThat(view.ledger().changes()).containsExactly(change);
        assertThat(view.hosts()).extracting(RunView.Host::state).containsOnly(RunView.State.CONNECTED);
        assertThat(view.ledger().lines().stream()
                        .mapToDouble(IdleLedger.Share::percent)
                        .sum())
                .isEqualTo(100);
        assertThat(view.hosts()).extracting(RunView.Host::name).containsExactly("near", "far");
        assertThat(view.hosts().get(1).slots()).isEqualTo(4);
        assertThat(view.hosts().get(1).unitSeconds()).isEqualTo(0.6);
        assertThat(view.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.unit()).isEqualTo(7);
            assertThat(failure.tries()).isEqualTo(4);
            assertThat(failure.log()).hasSize(2).startsWith("reading seven");
        });
    }

    @Test
    void shouldSayNothingOfABoundThatTheRunExceeded() {
        RunReport report = ReportTableTest.report(List.of(worker("w1", "near")), null);
        double rate = report.figures().unitsPerSecond();
        Expected.Gains gains = new Expected.Gains(1.19, 0.1, List.of(), "");
        RunReport faster = report.beside(new Expected(null, rate / 1.19, "", null, gains));

        assertThat(faster.expected().unitsPerSecondAllowed()).isNull();
        assertThat(faster.expected().gains().efficiency()).isNull();
        assertThat(faster.expected().why()).contains("faster");
        assertThat(ReportTable.of(faster)).doesNotContain("upper bound", "efficiency");
        assertThat(ReportView.of(faster, Path.of("here")).overview().ratePossible())
                .isZero();
        assertThat(RunJson.of(faster)).contains("\"unitsPerSecondAllowed\":null", "\"efficiency\":null");
    }
}
