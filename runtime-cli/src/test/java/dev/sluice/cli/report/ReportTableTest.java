package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.run.RunJson;
import dev.sluice.json.JsonTree;
import dev.sluice.master.Grants;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.Traffic;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TimeSpread;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.session.SessionCounters;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTableTest {
    private static final long SECOND = 1_000_000_000L;

    private static CauseTimes times(Cause cause, long seconds) {
        return CauseTimes.of(Map.of(cause, seconds * SECOND));
    }

    private static RunReport.WorkerLine worker(int number, String host, CauseTimes times) {
        return new RunReport.WorkerLine(
                "w" + number, host, TransportKind.TLS, 1, 10, 20, 10, 10, 10, 1, times, List.of());
    }

    static RunReport report(List<RunReport.WorkerLine> workers, @Nullable Boolean exact) {
        CauseTimes all = CauseTimes.ZERO;
        Map<String, CauseTimes> hosts = new LinkedHashMap<>();
        for (RunReport.WorkerLine worker : workers) {
            all = all.plus(worker.ledger());
            hosts.merge(worker.host(), worker.ledger(), CauseTimes::plus);
        }
        return new RunReport(
                new RunId("run"),
                new RunTerms("App", List.of(), Instant.EPOCH, "1", "17", List.of()),
                RunEnd.complete(),
                new RunReport.Manner(PolicyName.SS, Weighting.EQUAL, "1", 5, RunTerms.ResultMode.EACH, exact, 7),
                new RunReport.Figures(20, 1, 100, 5, 0, workers.size(), 0),
                Launching.NONE,
                Expected.nothing("nothing was expected"),
                new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new Traffic.Modules(SessionCounters.ZERO, SessionCounters.ZERO, SessionCounters.ZERO),
                new Grants.Summary(GrantMode.OFF, 0, 0, 0, List.of()),
                RunVerdict.NONE,
                IdleLedger.of(all.total(), 0, all, hosts),
                workers,
                List.of(),
                0,
                List.of(),
                List.of(),
                CourseView.NONE,
                List.of());
    }

    private static Expected against(double predicted, double allowed, double steady, @Nullable Blame blame) {
        Expected.Basis basis = new Expected.Basis("hosts", "a sample", 0.05, 0.15, 9.8, 12.5);
        Expected.Foretold foretold =
                new Expected.Foretold(predicted, 0.9 * predicted, 1.1 * predicted, 40, false, true, true, 0, basis);
        return new Expected(foretold, allowed, "as planned", null, Expected.Gains.NONE, steady, blame, null);
    }

    @Test
    void shouldSayWhichFigureWasWrongInTheTableAndInTheFile() {
        Blame share = new Blame("share of a processor", "on f2", 0.48, 0.97, "", -12);
        RunReport missed = report(List.of(), null).beside(against(50, 155, 217, share));
        String fact = "faster than predicted";
        String figure = "the model was wrong about the share of a processor on f2: assumed 0.480, measured 0.970";
        assertThat(ShortTable.of(missed)).contains(fact, figure, "predicted 9.8 s until workers compute, took 12.5 s");
        assertThat(ReportTable.of(missed)).contains(fact + ": " + figure);
        assertThat(read(RunJson.of(missed)).expected()).isEqualTo(missed.expected());
    }

    @Test
    void shouldSayHowLongThingsTook() {
        RunReport plain = report(List.of(worker(1, "a", CauseTimes.ZERO)), null);
        TimeSpread units = new TimeSpread(10_000, 0.012, 0.04, 0.08, 131.5);
        TimeSpread starts = new TimeSpread(1, 0.5, 0.5, 0.5, 0.5);
        RunReport report =
                Records.with(plain, "ledger", plain.ledger().with(null, new RunSpreads(units, starts, null, null)));
        String ofUnits = "time of 10,000 units: median 12 ms, 95 % up to 40 ms, 99 % up to 80 ms\n";
        String ofStarts = "start of 1 worker: median 500 ms, 95 % up to 500 ms, 99 % up to 500 ms\n";
        assertThat(ShortTable.of(report)).contains(ofUnits).doesNotContain("start of");
        assertThat(ReportTable.of(report)).contains(ofUnits, ofStarts).doesNotContain("round trip");
        assertThat(read(RunJson.of(report)).ledger()).isEqualTo(report.ledger());
        assertThat(ShortTable.of(plain)).doesNotContain("time of");
        assertThat(read(RunJson.of(plain)).ledger().spreads())
                .as("of an earlier build")
                .isNull();
    }

    private static RunReport tuned(List<RunView.Decision> decisions, TunerCost... tuners) {
        RunReport plain = report(List.of(), null);
        CourseView course = new CourseView(List.of(), List.of(), List.of(tuners));
        return Records.with(plain, "course", course, "decisions", decisions);
    }

    private static RunReport read(String json) {
        return RunTables.report(JsonTree.parse(Path.of("run.json"), json));
    }

    @Test
    void shouldSayWhatTunersCostInTheTableAndInTheFile() {
        RunReport workers = tuned(List.of(), new TunerCost("workers", 6, 0.1));
        String cost = "the number of workers was tuned: 6 looks, which took 0.50 % of one processor";
        assertThat(ShortTable.of(workers)).contains(cost, "policy SS");
        assertThat(ReportTable.of(workers)).contains(cost);
        assertThat(read(RunJson.of(workers)).course()).isEqualTo(workers.course());
    }

    @Test
    void shouldReadFilesOfVersionOne() throws IOException {
        RunReport report = read(versionOne());
        assertThat(report.manner().prefetch()).isEqualTo("auto");
        assertThat(report.ledger().changes()).hasSize(2);
        assertThat(report.ledger().sumPercent()).isCloseTo(100, within(0.1));
        assertThat(report.course().tuners())
                .singleElement()
                .satisfies(cost -> assertThat(cost.knob()).isEqualTo("workers"));
        assertThat(report.decisions()).isNotEmpty();
        assertThat(report.launching().launch()).hasSize(1);
        assertThat(report.costs()).hasSize(2);
        assertThat(report.expected().prediction())
                .satisfies(told -> assertThat(told.basis().kind()).isEqualTo("planned"));
        assertThat(ReportTable.of(report))
                .contains(
                        "complete without 1 unit: 20 units in 2.32 s, 8.6 units/s, policy SS",
                        "predicted 5.08 s (3.33 to 7.74), took 4.36 s: error +16.5 %",
                        "waiting for a link           0.6         0.01   a1 to master 0.01",
                        "What would help: larger chunks (--policy GSS): 2.1 s instead of 2.3 s (-6 %)",
                        "  on w1: E101 java.io.IOException no space",
                        "    reading seven");
        assertThat(ReportTable.of(read(RunJson.of(report)))).isEqualTo(ReportTable.of(report));
    }

    static String versionOne() throws IOException {
        try (InputStream file = ReportTableTest.class.getResourceAsStream("run-1.json")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldReadFilesOfEarlierVersionsWhosePolicyWasAuto() throws IOException {
        String old = versionOne()
                .replaceFirst("\"tuners\": \\[[^]]*\\],", "")
                .replaceFirst("\"log\": \\[[^]]*\\],", "")
                .replaceFirst("\"verdict\": ", "\"unused\": ")
                .replace("\"ledger\": {", "\"ledger\": {\"limit\": \"Computing limits the run.\",")
                .replace(
                        "\"policy\": \"SS\"",
                        "\"policy\":\"AUTO\",\"tuning\":{\"begins\":\"FAC\",\"looks\":4,\"cpuSeconds\":0.5}");
        assertThat(old).contains("AUTO").doesNotContain("tuners", "\"log\"");
        assertThat(read(old).manner().policy()).isEqualTo(PolicyName.FAC);
        assertThat(read(old).course().tuners()).containsExactly(new TunerCost("policy", 4, 0.5));
        assertThat(read(old).verdict().sentence()).isEqualTo("Computing limits the run.");
    }

    @Test
    void shouldNotAccuseTheModelWithoutAFigure() {
        RunReport missed = report(List.of(), null).beside(against(20, 155, 100, null));
        assertThat(ReportTable.of(missed)).doesNotContain("model was wrong").contains("error -50.0 %");
        RunReport beaten = report(List.of(), null).beside(against(38, 155, 217, null));
        assertThat(ReportTable.of(beaten)).doesNotContain("model was wrong").doesNotContain("faster");
    }

    @Test
    void shouldShowEachCauseAndTheirSum() {
        String table = ReportTable.of(report(
                List.of(worker(
                        1,
                        "here",
                        times(Cause.COMPUTE, 10)
                                .plus(Cause.RUNTIME, 2 * SECOND)
                                .plus(Cause.RESULTS_LINK, 7 * SECOND)
                                .plus(Cause.INPUTS_LINK, SECOND))),
                null));
        assertThat(table.lines())
                .contains(
                        "computing                   60.0        12.00   of which 10.0 % Sluice overhead (decode,"
                                + " encode)",
                        "waiting for a link          40.0         8.00   here to master 7.00, master to here 1.00",
                        "no work left                 0.0         0.00",
                        "sum                        100.0        20.00");
        assertThat(table).doesNotContain("last digits");
    }

    @Test
    void shouldShowManyWorkersByHostWithTheLeastAndTheMostBusy() {
        List<RunReport.WorkerLine> workers = new ArrayList<>();
        for (int number = 1; number <= 300; number++) {
            String host = number == 300 ? "other" : "here";
            workers.add(worker(number, host, times(Cause.COMPUTE, number).plus(Cause.MASTER, (400 - number) * SECOND)));
        }
        RunReport report = report(workers, null);
        assertThat(ReportTable.of(report))
                .contains("w1 0.3%, w299 74.8%")
                .contains("w300 75.0%, w300 75.0%")
                .contains("\nw150 ");
        assertThat(ShortTable.of(report))
                .contains("the slowest and the fastest, and 294 more: sluice report run --text");
        assertFitsAScreen(ShortTable.of(report));
    }

    /** The last line says where the report is. */
    private static void assertFitsAScreen(String table) {
        assertThat(table.lines().count()).isLessThanOrEqualTo(23);
    }

    @Test
    void shouldFitTheTableOfTwoWorkersOnOneScreen() {
        CauseTimes times = CauseTimes.ZERO;
        for (Cause cause : Cause.values()) {
            times = times.plus(cause, SECOND);
        }
        RunReport report = report(
                List.of(worker(1, "a-host-with-a-long-name.and.a.domain", times), worker(2, "here", times)), false);
        String table = ShortTable.of(report.beside(forecast(true)));
        assertFitsAScreen(table);
        assertThat(table).contains("waiting for a link", "no work left", "w1 ", "w2 ", "sum ");
        assertThat(table).as("what no terminal cuts").contains("master to a-host-with-a-long-name.and.a.domain 1.00");
        assertThat(table).as("what did not happen").doesNotContain("retried", "duplicates", "lost");
        assertThat(ShortTable.of(report(List.of(worker(1, "here", times(Cause.COMPUTE, 5))), null)))
                .doesNotContain("waiting for a link");
    }

    @Test
    void shouldPrintNoFiguresWhereNothingWasComputed() {
        RunReport ran = report(List.of(), null);
        RunReport nothing = Records.with(
                ran,
                "end",
                RunEnd.failed(ErrorCode.APPLICATION_FAILED, "broken"),
                "figures",
                new RunReport.Figures(1, 0, 0, 0, 0, 0, 0));
        assertThat(ShortTable.of(nothing)).isEmpty();
    }

    @Test
    void shouldSayWhatAResumeComputesAgainOnlyIfItKeepsResults() {
        RunReport failed =
                Records.with(report(List.of(), null), "end", RunEnd.failed(ErrorCode.APPLICATION_FAILED, "broken"));
        assertThat(ReportTable.of(failed)).doesNotContain("are safe");
        assertThat(ReportTable.of(Records.with(failed, "figures", new RunReport.Figures(20, 1, 100, 5, 0, 1, 60))))
                .contains("journal: results of 60 of 100 units are safe; others are computed again");
    }

    @Test
    void shouldSayHowManyUnitsACompleteRunLacks() {
        RunReport ran = withFailures(report(List.of(), null));
        for (String table : List.of(ShortTable.of(ran), ReportTable.of(ran))) {
            assertThat(table)
                    .contains("run complete without 12 units: 100 units in ")
                    .contains("unit 7 of cycle 0 failed on every worker:", "E101", "at App.compute", "and 11 more");
        }
        String longMessage = "x".repeat(300);
        assertThat(ShortTable.of(withFailures(ran, longMessage))).contains(longMessage);
        assertThat(ReportTable.of(ran))
                .contains("on w2: ", "at App.main")
                .contains("  the end of the log of w1:", "    reading seven", "[1m odd")
                .doesNotContain("\u001b");
        assertThat(ShortTable.of(ran)).doesNotContain("on w2: ", "at App.main", "reading seven");
    }

    static RunReport withFailures(RunReport ran) {
        return withFailures(ran, "no");
    }

    static RunReport withFailures(RunReport ran, String message) {
        String stack = "Bad: no\n\tat App.compute(App.java:3)\n\tat App.main(App.java:1)";
        List<UnitFailure> failures = List.of(
                new UnitFailure(new WorkerId(2), ErrorCode.UNIT_THREW, "Bad", message, stack),
                new UnitFailure(new WorkerId(1), 3, ErrorCode.UNIT_THREW, "Bad", message, stack));
        return Records.with(
                ran,
                "failures",
                List.of(new RunReport.FailedUnit(0, 7, List.of("reading seven", "seven is \u001b[1m odd"), failures)),
                "failedUnits",
                12L,
                "failedRanges",
                List.of(new RunProgress.FailedRange(0, 7, 8)));
    }

    @Test
    void shouldPrintTheSameTableFromTheFileOfTheRun() {
        CauseTimes times = CauseTimes.ZERO;
        for (Cause cause : Cause.values()) {
            times = times.plus(cause, SECOND * (1 + cause.ordinal()));
        }
        RunReport.WorkerLine below =
                new RunReport.WorkerLine("w2/w1", "far", TransportKind.UNIX, 1, 4, 9, 8, 7, 6, 1, times, List.of());
        RunReport.WorkerLine branch =
                new RunReport.WorkerLine("w2", "gate", TransportKind.TLS, 1, 4, 9, 8, 7, 6, 1, times, List.of(below));
        RunReport ran = withFailures(
                report(List.of(worker(1, "here", times), branch), false).beside(forecast(true)));
        JsonTree file = JsonTree.parse(Path.of("run.json"), RunJson.of(ran));
        assertThat(RunTables.of(file, false)).isEqualTo(ShortTable.of(ran));
        assertThat(RunTables.of(file, true)).isEqualTo(ReportTable.of(ran));
    }

    @Test
    void shouldNameTheFieldOfAForeignFile() {
        String wrong = RunJson.of(report(List.of(), null)).replace("\"policy\":\"SS\"", "\"policy\":\"XX\"");
        JsonTree file = JsonTree.parse(Path.of("run.json"), wrong);
        assertThatThrownBy(() -> RunTables.of(file, true)).hasMessageContaining("run.json: /policy: XX (expected: ");
    }

    @Test
    void shouldShowWorkersBelowASubMasterAfterIt() {
        CauseTimes times = times(Cause.COMPUTE, 5);
        RunReport.WorkerLine below =
                new RunReport.WorkerLine("w2/w1", "far", TransportKind.UNIX, 1, 4, 9, 8, 7, 6, 1, times, List.of());
        RunReport.WorkerLine branch =
                new RunReport.WorkerLine("w2", "gate", TransportKind.TLS, 1, 4, 9, 8, 7, 6, 1, times, List.of(below));
        String table = ReportTable.of(report(List.of(worker(1, "here", times), branch), null));
        assertThat(table.lines().filter(line -> line.matches("w[0-9].*")).map(line -> line.split(" ")[0]))
                .containsExactly("w1", "w2", "w2/w1");
        assertThat(table).contains("includes its workers");
        RunReport.WorkerLine crowded = new RunReport.WorkerLine(
                "w2", "gate", TransportKind.TLS, 9, 4, 9, 8, 7, 6, 1, times, Collections.nCopies(9, below));
        assertThat(ReportTable.of(report(List.of(crowded), null)).lines())
                .anyMatch(line -> line.matches("far +9 +9 .*"))
                .noneMatch(line -> line.startsWith("gate"));
    }

    @Test
    void shouldCompareOnlyWithAForecastThatWasShown() {
        RunReport ran = report(List.of(), null);
        assertThat(ReportTable.of(ran.beside(forecast(true)))).contains("predicted 2.79 s (2.61 to 2.98), took 1.45 s");
        assertThat(ReportTable.of(ran.beside(forecast(false)))).doesNotContain("predicted");
    }

    static Expected forecast(boolean shown) {
        return new Expected(
                new Expected.Foretold(2.79, 2.61, 2.98, 1.45, false, false, shown, 0, Expected.Basis.UNKNOWN),
                null,
                "unknown",
                null,
                Expected.Gains.NONE);
    }

    @Test
    void shouldListTheChangesOfATunedRunInTheLongTable() {
        RunReport ran = tuned(
                List.of(
                        new RunView.Decision(0, 0.001, "policy", "SS, weights equal", "as asked", "", "5 chunks"),
                        new RunView.Decision(1, 0.5, "worker", "w1 joined", "", "", ""),
                        new RunView.Decision(2, 8.832, "policy", "AWF", "an operator asked for it", "", "2 chunks"),
                        new RunView.Decision(3, 9, "tree", "far gets a sub-master", "2 setups become 1", "", ""),
                        new RunView.Decision(4, 9.5, "note", "another switch", "", "", "")),
                new TunerCost("tree", 6, 0.004));
        String table = ReportTable.of(ran);
        assertThat(table.lines().dropWhile(line -> !line.startsWith("changes")).takeWhile(line -> !line.isEmpty()))
                .containsExactly(
                        "changes while the run was running:",
                        "     8.832 s  policy: AWF",
                        "              an operator asked for it",
                        "              2 chunks",
                        "     9.000 s  tree: far gets a sub-master",
                        "              2 setups become 1",
                        "     9.500 s  note: another switch");
        assertThat(table).contains("the tree was tuned: 6 looks, which took 0.02 % of one");
        assertThat(ShortTable.of(ran)).doesNotContain("changes while");
        JsonTree file = JsonTree.parse(Path.of("run.json"), RunJson.of(ran));
        assertThat(RunTables.of(file, true)).isEqualTo(table);
    }

    @Test
    void shouldSayWhenAMergeIsNotExact() {
        assertThat(ReportTable.of(report(List.of(), false))).contains("last digits");
        assertThat(ReportTable.of(report(List.of(), true))).doesNotContain("last digits");
    }

    @Test
    void shouldKeepSecretsToItself() {
        assertThat(RunTerms.withoutSecrets(
                        List.of("--units", "5", "--api-token=a", "--password", "b", "-v", "--secret", "--deep", "c")))
                .containsExactly(
                        "--units", "5", "--api-token=***", "--password", "***", "-v", "--secret", "--deep", "c");
    }
}
