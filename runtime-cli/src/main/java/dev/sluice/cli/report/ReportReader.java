package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.master.Grants;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.Traffic;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.IdleLedger;
import dev.sluice.master.report.Launching;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.schedule.UnitFailure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report in a {@code run.json} of mode "cluster", as {@code ReportJson} wrote it. The runtime's own costs are left
 * out, because no table shows them. A wrong or missing field is an error of {@link JsonTree}.
 */
public final class ReportReader {
    /** A unit that was given up; a report of an earlier version has no log. */
    public record FailedUnit(int cycle, long unit, @Nullable List<String> log, List<UnitFailure> tries) {}

    private ReportReader() {}

    public static RunReport read(JsonTree json) {
        JsonTree ledger = json.at("ledger");
        List<FailedUnit> failed = json.list("failures", FailedUnit.class);
        return new RunReport(
                json.at("run").as(RunId.class),
                json.as(RunTerms.class),
                manner(json),
                end(json),
                json.as(RunReport.Figures.class),
                json.at("counters").as(Counters.class),
                json.at("traffic").as(Traffic.Modules.class),
                json.at("congestion").as(Grants.Summary.class),
                new IdleLedger(
                        ledger.at("slotSeconds").number(),
                        ledger.at("estimatedSeconds").number(),
                        ledgerTimes(ledger),
                        ledger.list("links", IdleLedger.Link.class)),
                json.list("workers", RunReport.WorkerLine.class),
                failed.stream()
                        .map(each -> new Action.Quarantine(each.cycle(), each.unit(), each.tries()))
                        .toList(),
                json.at("failedUnits").whole(),
                json.list("failedRanges", RunProgress.FailedRange.class),
                failed.stream()
                        .filter(each -> each.log() != null)
                        .map(each -> new RunReport.UnitLog(each.cycle(), each.unit(), each.log()))
                        .toList(),
                expected(json),
                List.of(),
                json.has("launch") ? json.as(Launching.class) : Launching.NONE, // not in files of earlier versions
                CourseReader.read(json));
    }

    private static int count(JsonTree json, String field) {
        return json.at(field).integer();
    }

    private static RunReport.Manner manner(JsonTree json) {
        int prefetch = json.at("prefetch")
                .made(
                        "auto or a number",
                        each -> each.text().equals("auto") ? SchedulerConfig.AUTO : Integer.parseInt(each.text()));
        JsonTree policy = json.has("tuning") ? json.at("tuning").at("begins") : json.at("policy"); // AUTO of old
        return new RunReport.Manner(
                policy.oneOf(PolicyName.class),
                json.at("weights").oneOf(Weighting.class),
                prefetch,
                count(json, "speculationPercent"),
                json.at("results").oneOf(RunTerms.ResultMode.class),
                json.has("exactMerge") ? json.at("exactMerge").truth() : null);
    }

    private static RunEnd end(JsonTree json) {
        RunEnd.Outcome outcome = json.at("outcome").oneOf(RunEnd.Outcome.class);
        ErrorCode known = json.has("error") ? json.at("error").at("code").as(ErrorCode.class) : ErrorCode.NONE;
        JsonTree said = json.has("error") ? json.at("error") : json;
        String words = json.has("error") ? "text" : "note";
        String text = said.has(words) ? said.at(words).text() : "";
        long failed = json.has("failedCommands") ? json.at("failedCommands").whole() : -1;
        return new RunEnd(outcome, known, count(json, "exitCode"), text, null, failed);
    }

    private static long nanos(JsonTree json, String field) {
        return Math.round(json.at(field).number() * 1e9);
    }

    /** Waiting for inputs and for results is one cause in the file. */
    private static CauseTimes ledgerTimes(JsonTree ledger) {
        JsonTree causes = ledger.at("causes");
        long runtime = nanos(ledger, "runtimeSeconds");
        return CauseTimes.of(Map.of(
                Cause.COMPUTE, Math.max(0, nanos(causes.at("compute"), "seconds") - runtime),
                Cause.RUNTIME, runtime,
                Cause.MASTER, nanos(causes.at("waitingForMaster"), "seconds"),
                Cause.RESULTS_LINK, nanos(causes.at("waitingForLink"), "seconds"),
                Cause.SETUP, nanos(causes.at("waitingForSetup"), "seconds"),
                Cause.NO_WORK, nanos(causes.at("noWorkLeft"), "seconds"),
                Cause.STARTING, nanos(causes.at("starting"), "seconds"),
                Cause.PARKED, causes.has("parked") ? nanos(causes.at("parked"), "seconds") : 0));
    }

    private static Expected expected(JsonTree json) {
        return new Expected(
                json.has("prediction") ? prediction(json.at("prediction")) : null,
                number(json, "unitsPerSecondAllowed"),
                json.at("unitsPerSecondAllowedWhy").text(),
                json.has("tree") ? json.at("tree").as(TreeForetold.Outcome.class) : null,
                json.has("changes") ? json.as(Expected.Gains.class) : Expected.Gains.NONE, // an earlier version
                number(json, "steadyUnitsPerSecond"),
                json.has("blame") ? json.at("blame").as(Blame.class) : null);
    }

    private static @Nullable Double number(JsonTree json, String field) {
        return json.has(field) ? json.at(field).number() : null;
    }

    /** A prediction that was not asked for was shown only if it is known to be; the file does not say it. */
    private static Expected.@Nullable Foretold prediction(JsonTree json) {
        boolean asked = json.at("asked").truth();
        return new Expected.Foretold(
                json.at("predictedSeconds").number(),
                json.at("low").number(),
                json.at("high").number(),
                json.at("actualSeconds").number(),
                json.at("of").text().equals("first-cycle"),
                asked,
                json.has("shown") ? json.at("shown").truth() : asked,
                count(json, "keptUnits"),
                json.has("kind")
                        ? json.as(Expected.Basis.class)
                        : Expected.Basis.UNKNOWN); // UNKNOWN: an earlier version
    }
}
