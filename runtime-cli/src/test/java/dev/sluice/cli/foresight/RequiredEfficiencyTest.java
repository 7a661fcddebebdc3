package dev.sluice.cli.foresight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.report.ReportTable;
import dev.sluice.cli.run.RunJson;
import dev.sluice.master.Grants;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.Traffic;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.net.session.SessionCounters;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredEfficiencyTest {
    private static final RequiredEfficiency NINETY = new RequiredEfficiency(0.9);

    private static RunReport report(RunEnd end, @Nullable Double efficiency, RunView.Change... changes) {
        CauseTimes times = CauseTimes.of(Map.of(Cause.COMPUTE, 6_000_000_000L, Cause.MASTER, 4_000_000_000L));
        SessionCounters none = SessionCounters.ZERO;
        return new RunReport(
                new RunId("run"),
                new RunTerms("App", List.of(), Instant.EPOCH, "1", "17", List.of()),
                end,
                new RunReport.Manner(PolicyName.SS, Weighting.EQUAL, "1", 5, RunTerms.ResultMode.EACH, null, 7),
                new RunReport.Figures(20, 1, 100, 5, 0, 1, 0),
                Launching.NONE,
                new Expected(
                        null,
                        efficiency == null ? null : 8.0,
                        "the network is unknown",
                        null,
                        new Expected.Gains(efficiency, 0.01, List.of(changes), "")),
                new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new Traffic.Modules(none, none, none),
                new Grants.Summary(GrantMode.OFF, 0, 0, 0, List.of()),
                new RunVerdict(List.of(), "The master limits the run (40 % of the slots' time). Look."),
                IdleLedger.of(times.total(), 0, times, Map.of()).with(List.of(changes)),
                List.of(),
                List.of(),
                0,
                List.of(),
                List.of(),
                CourseView.NONE,
                List.of());
    }

    @ParameterizedTest
    @CsvSource({"90%, 0.9", "0.9, 0.9", "1, 1", "100%, 1", "1%, 0.01", "99.5%, 0.995"})
    void shouldTakePercentagesAndFractions(String text, double share) {
        assertThat(RequiredEfficiency.parse("--require-efficiency", text).share())
                .isEqualTo(share);
    }

    @ParameterizedTest
    @ValueSource(strings = {"90", "0", "0%", "0.5%", "101%", "1.01", "-5%", "much", "%", "", "NaN"})
    void shouldRefuseOthers(String text) {
        assertThatThrownBy(() -> RequiredEfficiency.parse("--require-efficiency", text))
                .hasMessageContaining("--require-efficiency: " + text)
                .hasMessageContaining("expected: 1% to 100%");
    }

    @Test
    void shouldLeaveARunThatReachesIt() {
        assertThat(NINETY.judge(report(RunEnd.complete(), 0.9))).isEqualTo(RunEnd.complete());
    }

    @Test
    void shouldNameTheShareTheRequiredOneAndTheMainCause() {
        RunEnd end = NINETY.judge(report(RunEnd.complete(), 0.8996));
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.COMPLETE);
        assertThat(end.exitCode()).isEqualTo(6);
        assertThat(end.code()).isEqualTo(ErrorCode.EFFICIENCY_TOO_LOW);
        assertThat(end.text()).startsWith("efficiency 89.9 % (expected: at least 90 %): the master limits the run");
    }

    @Test
    void shouldFailWhereThePossibleRateIsUnknown() {
        RunEnd end = NINETY.judge(report(RunEnd.complete(), null));
        assertThat(end.exitCode()).isEqualTo(6);
        assertThat(end.code()).isEqualTo(ErrorCode.EFFICIENCY_UNKNOWN);
        assertThat(end.text()).isEqualTo("the efficiency is unknown (expected: at least 90 %): the network is unknown");
    }

    @Test
    void shouldNotHideAnotherEnd() {
        RunEnd interrupted = RunEnd.interrupted(130);
        assertThat(NINETY.judge(report(interrupted, 0.1))).isEqualTo(interrupted);
    }

    @Test
    void shouldShowTheTwoBestChangesUnderTheLedger() {
        String table = ReportTable.of(report(
                RunEnd.complete(),
                0.6,
                new RunView.Change("twice the bandwidth of the master's link", 12, 0.4),
                new RunView.Change("a sub-master on far-1", 16.4, 0.18),
                new RunView.Change("one more slot on h1", 18, 0.1),
                new RunView.Change("one worker less, without w3", 22, -0.1)));
        assertThat(table.lines().filter(line -> line.startsWith("What would help")))
                .containsExactly(
                        "What would help: twice the bandwidth of the master's link: 12.0 s instead of 20.0 s (-40 %)",
                        "What would help: a sub-master on far-1: 16.4 s instead of 20.0 s (-18 %)");
        assertThat(table).contains("upper bound for these machines: 8.0 units/s; efficiency 60 %");
        String little =
                ReportTable.of(report(RunEnd.complete(), 0.9, new RunView.Change("one more slot", 19.5, 0.025)));
        assertThat(little).doesNotContain("What would help");
    }

    @Test
    void shouldWriteThemIntoRunJson() {
        String json = RunJson.of(report(RunEnd.complete(), 0.6, new RunView.Change("one more slot", 18, 0.1)));
        assertThat(json)
                .contains("\"efficiency\":0.6")
                .contains("\"changes\":[{\"what\":\"one more slot\",\"seconds\":18.0,\"gain\":0.1,\"helps\":true}],"
                        + "\"helping\":[\"one more slot: 18.0 s instead of 20.0 s (-10 %)\"]");
        assertThat(RunJson.of(report(RunEnd.complete(), null))).contains("\"efficiency\":null");
    }
}
