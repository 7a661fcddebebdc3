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
import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report in a {@code run.json} of mode "cluster", as {@code ReportJson} wrote it. The runtime's own costs are left
 * out, because no table shows them. A wrong or missing field is an error of {@link JsonTree}.
 */
public final class ReportReader {
    private ReportReader() {}

    public static RunReport read(JsonTree json) {
        JsonTree ledger = json.at("ledger");
        return new RunReport(
                json.at("run").made("the id of a run", id -> new RunId(id.text())),
                terms(json),
                manner(json),
                end(json),
                new RunReport.Figures(
                        json.at("seconds").number(),
                        count(json, "cycles"),
                        json.at("units").whole(),
                        json.at("unitsPerSecond").number(),
                        json.at("loadImbalance").number(),
                        count(json, "slots"),
                        json.has("safeUnits") ? json.at("safeUnits").whole() : 0),
                counters(json.at("counters")),
                new Traffic.Modules(
                        module(json.at("traffic").at("application")),
                        module(json.at("traffic").at("scheduler")),
                        module(json.at("traffic").at("other"))),
                congestion(json.at("congestion")),
                new IdleLedger(
                        ledger.at("slotSeconds").number(),
                        ledger.at("estimatedSeconds").number(),
                        ledgerTimes(ledger),
                        links(ledger)),
                workers(json.at("workers")),
                failures(json.at("failures")),
                json.at("failedUnits").whole(),
                ranges(json.at("failedRanges")),
                logs(json.at("failures")),
                expected(json),
                List.of(),
                launching(json),
                CourseReader.read(json));
    }

    /** How the workers came to be; files of earlier versions do not say. */
    private static Launching launching(JsonTree json) {
        if (!json.has("launch")) {
            return Launching.NONE;
        }
        List<Launching.Start> starts = new ArrayList<>();
        for (JsonTree start : json.at("launch").elements()) {
            starts.add(new Launching.Start(
                    start.at("host").text(),
                    start.at("kind").text(),
                    known(start, "queuedSeconds"),
                    known(start, "sshSeconds"),
                    known(start, "lookSeconds"),
                    known(start, "sendSeconds"),
                    start.at("sentBytes").whole(),
                    known(start, "jvmSeconds"),
                    known(start, "joinSeconds"),
                    start.at("joinBytes").whole(),
                    known(start, "readySeconds")));
        }
        return new Launching(
                known(json, "commandSeconds"), known(json, "makespanSeconds"), known(json, "endSeconds"), starts);
    }

    private static double known(JsonTree json, String field) {
        return json.has(field) ? json.at(field).number() : Double.NaN;
    }

    private static int count(JsonTree json, String field) {
        return json.at(field).integer();
    }

    /** The number behind the letter of an id such as w1 or E204. */
    private static int numbered(JsonTree json, String field) {
        return json.at(field)
                .made("a letter and a number", id -> Integer.parseInt(id.text().substring(1)));
    }

    private static RunTerms terms(JsonTree json) {
        return new RunTerms(
                json.at("application").text(),
                json.at("arguments").elements().stream().map(JsonTree::text).toList(),
                json.at("started").time(),
                json.at("sluiceVersion").text(),
                json.at("javaVersion").text(),
                json.has("changed")
                        ? json.at("changed").elements().stream()
                                .map(JsonTree::text)
                                .toList()
                        : List.of());
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
        ErrorCode known = ErrorCode.ofNumber(json.has("error") ? numbered(json.at("error"), "code") : 0)
                .orElse(ErrorCode.INTERNAL);
        JsonTree said = json.has("error") ? json.at("error") : json;
        String words = json.has("error") ? "text" : "note";
        String text = said.has(words) ? said.at(words).text() : "";
        long failed = json.has("failedCommands") ? json.at("failedCommands").whole() : -1;
        return new RunEnd(outcome, known, count(json, "exitCode"), text, null, failed);
    }

    private static Counters counters(JsonTree json) {
        return new Counters(
                json.at("assigned").whole(),
                json.at("accepted").whole(),
                json.at("duplicates").whole(),
                json.at("unknown").whole(),
                json.at("notOwner").whole(),
                json.at("stale").whole(),
                json.at("failed").whole(),
                json.at("quarantined").whole(),
                json.at("handedBack").whole(),
                json.at("reassigned").whole(),
                json.at("copies").whole(),
                json.at("copiesWon").whole(),
                count(json, "workersJoined"),
                count(json, "workersLost"));
    }

    private static SessionCounters module(JsonTree json) {
        return new SessionCounters(
                json.at("messagesSent").whole(),
                json.at("bytesSent").whole(),
                json.at("messagesReceived").whole(),
                json.at("bytesReceived").whole());
    }

    private static Grants.Summary congestion(JsonTree json) {
        List<GrantChange> changes = new ArrayList<>();
        for (JsonTree each : json.at("changes").elements()) {
            changes.add(new GrantChange(
                    nanos(each, "seconds"),
                    count(each, "limit"),
                    each.at("why").oneOf(GrantChange.Why.class),
                    count(each, "way")));
        }
        JsonTree mode = json.at("mode");
        return new Grants.Summary(
                GrantMode.named(mode.text()).orElseThrow(() -> mode.wrong("a value that this version knows")),
                json.at("granted").whole(),
                json.at("grantedBytes").whole(),
                count(json, "mostAtOnce"),
                changes);
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

    private static List<IdleLedger.Link> links(JsonTree ledger) {
        return ledger.at("links").elements().stream()
                .map(each -> new IdleLedger.Link(
                        each.at("from").text(),
                        each.at("to").text(),
                        each.at("seconds").number()))
                .toList();
    }

    private static List<RunReport.WorkerLine> workers(JsonTree json) {
        return json.elements().stream().map(ReportReader::worker).toList();
    }

    private static RunReport.WorkerLine worker(JsonTree json) {
        JsonTree times = json.at("slotSeconds");
        return new RunReport.WorkerLine(
                json.at("worker").text(),
                json.at("host").text(),
                json.at("transport").oneOf(TransportKind.class),
                count(json, "slots"),
                json.at("units").whole(),
                json.at("wallSeconds").number(),
                json.at("cpuSeconds").number(),
                json.at("computeSeconds").number(),
                json.at("computeCpuSeconds").number(),
                json.at("utilisation").number(),
                CauseTimes.of(Map.of(
                        Cause.COMPUTE, nanos(times, "compute"),
                        Cause.RUNTIME, nanos(times, "runtime"),
                        Cause.MASTER, nanos(times, "waitingForMaster"),
                        Cause.RESULTS_LINK, nanos(times, "waitingForResultsLink"),
                        Cause.INPUTS_LINK, nanos(times, "waitingForInputsLink"),
                        Cause.SETUP, nanos(times, "waitingForSetup"),
                        Cause.NO_WORK, nanos(times, "noWorkLeft"),
                        Cause.STARTING, nanos(times, "starting"),
                        Cause.PARKED, times.has("parked") ? nanos(times, "parked") : 0)),
                json.has("below") ? workers(json.at("below")) : List.of());
    }

    private static List<Action.Quarantine> failures(JsonTree json) {
        List<Action.Quarantine> failures = new ArrayList<>();
        for (JsonTree each : json.elements()) {
            failures.add(new Action.Quarantine(
                    count(each, "cycle"),
                    each.at("unit").whole(),
                    each.at("tries").elements().stream()
                            .map(ReportReader::failure)
                            .toList()));
        }
        return failures;
    }

    /** A report of an earlier version has no logs. */
    private static List<RunReport.UnitLog> logs(JsonTree json) {
        return json.elements().stream()
                .filter(each -> each.has("log"))
                .map(each -> new RunReport.UnitLog(
                        count(each, "cycle"),
                        each.at("unit").whole(),
                        each.at("log").elements().stream().map(JsonTree::text).toList()))
                .toList();
    }

    private static UnitFailure failure(JsonTree json) {
        return new UnitFailure(
                json.at("worker").made("a worker such as w1", any -> new WorkerId(numbered(json, "worker"))),
                ErrorCode.ofNumber(numbered(json, "code")).orElse(ErrorCode.INTERNAL),
                json.at("type").text(),
                json.at("message").text(),
                json.at("stack").text(),
                count(json, "workers"));
    }

    private static List<RunProgress.FailedRange> ranges(JsonTree json) {
        return json.elements().stream()
                .map(each -> new RunProgress.FailedRange(
                        count(each, "cycle"),
                        each.at("from").whole(),
                        each.at("to").whole()))
                .toList();
    }

    private static Expected expected(JsonTree json) {
        return new Expected(
                json.has("prediction") ? prediction(json.at("prediction")) : null,
                json.has("unitsPerSecondAllowed")
                        ? json.at("unitsPerSecondAllowed").number()
                        : null,
                json.at("unitsPerSecondAllowedWhy").text(),
                json.has("tree") ? tree(json.at("tree")) : null,
                gains(json),
                number(json, "steadyUnitsPerSecond"),
                json.has("blame") ? blame(json.at("blame")) : null);
    }

    private static Blame blame(JsonTree json) {
        return new Blame(
                json.at("figure").text(),
                json.at("subject").text(),
                json.has("assumed") ? json.at("assumed").number() : Double.POSITIVE_INFINITY,
                json.at("measured").number(),
                json.at("unit").text(),
                json.at("effectSeconds").number());
    }

    /** A report of an earlier version does not say what a prediction is made of. */
    private static Expected.Basis basis(JsonTree json) {
        return !json.has("kind")
                ? Expected.Basis.UNKNOWN
                : new Expected.Basis(
                        json.at("kind").text(),
                        json.at("source").text(),
                        json.at("bias").number(),
                        known(json, "sigma"),
                        known(json, "startSeconds"),
                        known(json, "actualStartSeconds"));
    }

    /** A report of an earlier version has no gains. */
    private static Expected.Gains gains(JsonTree json) {
        if (!json.has("changes")) {
            return Expected.Gains.NONE;
        }
        List<RunView.Change> changes = json.at("changes").elements().stream()
                .map(change -> new RunView.Change(
                        change.at("what").text(),
                        change.at("seconds").number(),
                        change.at("gain").number()))
                .toList();
        return new Expected.Gains(
                number(json, "efficiency"),
                number(json, "modelError"),
                changes,
                json.at("changesNote").text());
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
                basis(json));
    }

    private static TreeForetold.Outcome tree(JsonTree json) {
        return new TreeForetold.Outcome(
                new TreeForetold(
                        count(json, "subMasters"),
                        json.at("units").whole(),
                        json.at("predictedSeconds").number(),
                        json.at("predictedSecondsWithout").number()),
                json.at("actualSeconds").number());
    }
}
