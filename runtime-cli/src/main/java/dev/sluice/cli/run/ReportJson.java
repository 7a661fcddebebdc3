package dev.sluice.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.report.ReportReader;
import dev.sluice.json.Json;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.IdleLedger;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.RunVerdict;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A report as the fields of {@code run.json}. */
public final class ReportJson {
    private final RunReport report;

    ReportJson(RunReport report) {
        this.report = report;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStringField("run", report.run().text());
        Json.fields(json, report.terms());
        RunJson.writeEnd(json, report.end());
        writeManner(json, report.manner());
        Json.fields(json, report.figures());
        Json.fields(json, report.launching());
        writeExpected(json, report.expected());
        Json.field(json, "counters", report.counters());
        Json.field(json, "traffic", report.traffic());
        Json.field(json, "congestion", report.congestion());
        writeVerdict(json, report.verdict());
        writeLedger(json, report.ledger());
        Json.field(json, "workers", report.workers());
        writeCosts(json);
        writeFailures(json);
        Json.field(json, "regimes", report.course().view().regimes());
        Json.field(json, "cycleFigures", report.course().view().cycles());
        Json.field(json, "tuners", report.course().view().tuners());
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
        Json.fields(json, expected.gains());
        writePrediction(json, expected.prediction());
        Json.field(json, "steadyUnitsPerSecond", expected.steadyUnitsPerSecond());
        writeBlame(json, expected);
        if (expected.tree() != null) {
            Json.field(json, "tree", expected.tree());
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
            Json.fields(json, basis);
        }
        json.writeEndObject();
    }

    /** Present if a figure explains why the run missed the interval of its prediction. */
    private static void writeBlame(JsonGenerator json, Expected expected) throws IOException {
        Blame blame = expected.blame();
        if (blame == null) {
            return;
        }
        json.writeObjectFieldStart("blame");
        Json.fields(json, blame);
        json.writeStringField("sentence", expected.wrong());
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

    private void writeCosts(JsonGenerator json) throws IOException {
        Json.objects(json, "costs", report.costs(), each -> {
            json.writeStringField("host", each.host());
            Json.fields(json, each.costs());
        });
    }

    private void writeFailures(JsonGenerator json) throws IOException {
        json.writeNumberField("failedUnits", report.quarantinedUnits());
        Json.field(json, "failedRanges", report.failedRanges());
        Json.field(
                json,
                "failures",
                report.quarantined().stream()
                        .map(each -> new ReportReader.FailedUnit(
                                each.cycle(), each.unit(), report.log(each.cycle(), each.unit()), each.failures()))
                        .toList());
    }
}
