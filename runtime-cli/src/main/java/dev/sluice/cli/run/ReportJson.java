package dev.sluice.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.page.CourseJson;
import dev.sluice.json.Json;
import dev.sluice.master.Grants;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.IdleLedger;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.schedule.Counters;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A report as the fields of {@code run.json}. */
public final class ReportJson {
    private final RunReport report;

    ReportJson(RunReport report) {
        this.report = report;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStringField("run", report.run().text());
        RunJson.writeTerms(json, report.terms());
        RunJson.writeEnd(json, report.end());
        writeManner(json, report.manner());
        Json.fields(json, report.figures());
        Json.fields(json, report.launching());
        writeExpected(json, report.expected());
        writeCounters(json, report.counters());
        Json.field(json, "traffic", report.traffic());
        writeCongestion(json, report.congestion());
        writeVerdict(json, report.verdict());
        writeLedger(json, report.ledger());
        writeWorkers(json);
        writeCosts(json);
        writeFailures(json);
        CourseJson.write(json, report.course().view(), "cycleFigures");
        Json.field(json, "decisions", report.course().decisions());
    }

    static void writeManner(JsonGenerator json, RunReport.Manner manner) throws IOException {
        json.writeStringField("policy", manner.policy().name());
        json.writeStringField("weights", Json.lower(manner.weights()));
        json.writeStringField("prefetch", RunTerms.prefetch(manner.prefetch()));
        json.writeNumberField("speculationPercent", manner.speculation());
        json.writeStringField("results", Json.lower(manner.results()));
        Boolean exact = manner.exact();
        if (exact != null) {
            json.writeBooleanField("exactMerge", exact);
        }
    }

    private static void writeExpected(JsonGenerator json, Expected expected) throws IOException {
        Json.field(json, "unitsPerSecondAllowed", expected.unitsPerSecondAllowed());
        json.writeStringField("unitsPerSecondAllowedWhy", expected.why());
        writeGains(json, expected.gains());
        writePrediction(json, expected.prediction());
        Json.field(json, "steadyUnitsPerSecond", expected.steadyUnitsPerSecond());
        writeBlame(json, expected);
        TreeForetold.Outcome tree = expected.tree();
        if (tree != null) {
            json.writeObjectFieldStart("tree");
            json.writeNumberField("subMasters", tree.foretold().subMasters());
            json.writeNumberField("units", tree.foretold().units());
            json.writeNumberField("predictedSeconds", tree.foretold().seconds());
            json.writeNumberField("predictedSecondsWithout", tree.foretold().secondsWithout());
            json.writeNumberField("actualSeconds", tree.actualSeconds());
            json.writeBooleanField("paid", tree.paid());
            json.writeEndObject();
        }
    }

    static void writePrediction(JsonGenerator json, Expected.@Nullable Foretold foretold) throws IOException {
        if (foretold == null) {
            return;
        }
        json.writeObjectFieldStart("prediction");
        json.writeStringField("of", foretold.firstCycle() ? "first-cycle" : "run");
        json.writeNumberField("predictedSeconds", foretold.predictedSeconds());
        json.writeNumberField("low", foretold.low());
        json.writeNumberField("high", foretold.high());
        json.writeNumberField("actualSeconds", foretold.actualSeconds());
        json.writeNumberField("error", foretold.error());
        json.writeBooleanField("held", foretold.held());
        json.writeBooleanField("asked", foretold.asked());
        json.writeBooleanField("shown", foretold.shown());
        json.writeNumberField("keptUnits", foretold.keptUnits());
        Expected.Basis basis = foretold.basis();
        if (!basis.kind().isEmpty()) {
            json.writeStringField("kind", basis.kind());
            json.writeStringField("source", basis.source());
            json.writeNumberField("bias", basis.bias());
            known(json, "sigma", basis.sigma());
            known(json, "startSeconds", basis.startSeconds());
            known(json, "actualStartSeconds", basis.actualStartSeconds());
        }
        json.writeEndObject();
    }

    private static void known(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }

    /** Present if a figure explains why the run missed the interval of its prediction. */
    private static void writeBlame(JsonGenerator json, Expected expected) throws IOException {
        Blame blame = expected.blame();
        if (blame == null) {
            return;
        }
        json.writeObjectFieldStart("blame");
        json.writeStringField("figure", blame.figure());
        json.writeStringField("subject", blame.subject());
        Json.field(json, "assumed", blame.assumed());
        json.writeNumberField("measured", blame.measured());
        json.writeStringField("unit", blame.unit());
        json.writeNumberField("effectSeconds", blame.effectSeconds());
        json.writeStringField("sentence", expected.wrong());
        json.writeEndObject();
    }

    private static void writeGains(JsonGenerator json, Expected.Gains gains) throws IOException {
        Json.field(json, "efficiency", gains.efficiency());
        Json.field(json, "modelError", gains.modelError());
        Json.field(json, "changes", gains.changes());
        json.writeStringField("changesNote", gains.note());
    }

    private static void writeCounters(JsonGenerator json, Counters counters) throws IOException {
        json.writeObjectFieldStart("counters");
        Json.fields(json, counters);
        json.writeNumberField("copiesWasted", counters.copiesWasted());
        json.writeEndObject();
    }

    private void writeCongestion(JsonGenerator json, Grants.Summary congestion) throws IOException {
        json.writeObjectFieldStart("congestion");
        json.writeStringField("mode", congestion.mode().toString().toLowerCase(Locale.ROOT));
        json.writeNumberField("granted", congestion.results());
        json.writeNumberField("grantedBytes", congestion.bytes());
        json.writeNumberField("mostAtOnce", congestion.most());
        json.writeNumberField("events", report.congestionEvents());
        RunJson.writeChanges(json, congestion.history());
        json.writeEndObject();
    }

    private static void writeVerdict(JsonGenerator json, RunVerdict verdict) throws IOException {
        json.writeObjectFieldStart("verdict");
        json.writeStringField("sentence", verdict.sentence());
        Json.field(json, "limits", verdict.limits());
        json.writeEndObject();
    }

    private static void writeLedger(JsonGenerator json, IdleLedger ledger) throws IOException {
        json.writeObjectFieldStart("ledger");
        json.writeNumberField("slotSeconds", ledger.slotSeconds());
        json.writeNumberField("sumPercent", ledger.sumPercent());
        json.writeNumberField("estimatedSeconds", ledger.estimatedSeconds());
        json.writeObjectFieldStart("causes");
        for (IdleLedger.Line line : IdleLedger.Line.values()) {
            json.writeObjectFieldStart(line.field());
            json.writeNumberField("seconds", ledger.seconds(line));
            json.writeNumberField("percent", ledger.percent(line));
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeNumberField("runtimeSeconds", ledger.runtimeSeconds());
        Json.field(json, "links", ledger.links());
        json.writeEndObject();
    }

    private void writeWorkers(JsonGenerator json) throws IOException {
        Json.objects(json, "workers", report.workers(), worker -> writeWorker(json, worker));
    }

    private static void writeWorker(JsonGenerator json, RunReport.WorkerLine worker) throws IOException {
        json.writeStringField("worker", worker.worker());
        json.writeStringField("host", worker.host());
        json.writeStringField("transport", worker.transport().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("slots", worker.slots());
        json.writeNumberField("units", worker.units());
        json.writeNumberField("wallSeconds", worker.wall());
        json.writeNumberField("cpuSeconds", worker.cpu());
        json.writeNumberField("computeSeconds", worker.compute());
        json.writeNumberField("computeCpuSeconds", worker.computeCpu());
        json.writeNumberField("utilisation", worker.utilisation());
        CourseJson.writeSeconds(json, "slotSeconds", worker.ledger());
        if (!worker.below().isEmpty()) {
            Json.objects(json, "below", worker.below(), each -> writeWorker(json, each));
        }
    }

    private void writeCosts(JsonGenerator json) throws IOException {
        Json.objects(json, "costs", report.costs(), each -> {
            json.writeStringField("host", each.host());
            Json.fields(json, each.costs());
        });
    }

    private void writeFailures(JsonGenerator json) throws IOException {
        json.writeNumberField("failedUnits", report.quarantinedUnits());
        Json.field(json, "failedRanges", report.failedRanges());
        Json.objects(json, "failures", report.quarantined(), quarantine -> {
            json.writeNumberField("cycle", quarantine.cycle());
            json.writeNumberField("unit", quarantine.unit());
            Json.strings(json, "log", report.log(quarantine.cycle(), quarantine.unit()));
            Json.objects(json, "tries", quarantine.failures(), failure -> {
                json.writeStringField("worker", failure.worker().toString());
                json.writeNumberField("workers", failure.workers());
                json.writeStringField("code", failure.code().toString());
                json.writeStringField("type", failure.type());
                json.writeStringField("message", failure.message());
                json.writeStringField("stack", failure.stack());
            });
        });
    }
}
