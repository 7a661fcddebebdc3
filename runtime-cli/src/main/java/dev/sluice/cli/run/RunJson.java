package dev.sluice.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.SerialRun;
import dev.sluice.json.Json;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import java.io.IOException;

/**
 * The JSON that a run prints, as {@code docs/run.schema.json} defines it. Within a version of the schema fields are
 * added and never changed.
 */
public final class RunJson {
    /** The value of the field {@code schema} in each object. */
    static final String SCHEMA = "sluice-run-1";

    private RunJson() {}

    /** The object for a command that ran nothing. */
    public static String error(RunEnd end) {
        return error(end, end.code().remedy());
    }

    /** The same with another remedy than the usual one of the error. */
    public static String error(RunEnd end, String remedy) {
        return object(withoutReport(end), json -> {
            writeErrorIfAny(json, end, remedy);
            json.writeNumberField("exitCode", end.exitCode());
        });
    }

    /** A run that a user stopped at once has no report, and no error either. */
    private static String withoutReport(RunEnd end) {
        return end.outcome() == RunEnd.Outcome.INTERRUPTED ? "interrupted" : "error";
    }

    /** One unit that was computed alone. */
    static String unit(String application, SingleUnit unit, SerialRun.Single<?> computed) {
        return object("unit", json -> {
            json.writeStringField("application", application);
            json.writeNumberField("cycle", unit.cycle());
            json.writeNumberField("unit", unit.index());
            json.writeNumberField("seconds", computed.nanos() / 1e9);
            json.writeNumberField("resultBytes", computed.encodedBytes());
            json.writeStringField("result", SingleUnit.text(computed.result()));
        });
    }

    /** The content of {@code run.json} when there is no report: the run failed to start, or was stopped at once. */
    static String error(RunId run, RunTerms terms, RunEnd end) {
        return object(withoutReport(end), json -> {
            json.writeStringField("run", run.text());
            Json.fields(json, terms);
            writeErrorIfAny(json, end, end.code().remedy());
            json.writeNumberField("exitCode", end.exitCode());
        });
    }

    /** The run goes on. */
    static String running(RunStart start) {
        return object("running", json -> {
            json.writeStringField("run", start.run().text());
            Json.fields(json, start.terms());
            ReportJson.writeManner(json, start.manner());
            json.writeNumberField("slots", start.slots());
            json.writeStringField("host", start.host());
            json.writeNumberField("pid", start.pid());
            json.writeStringField("processStarted", start.processStarted().toString());
        });
    }

    /** The content of {@code run.json} at the end of a run. */
    public static String of(RunReport report) {
        return object("cluster", new ReportJson(report)::write);
    }

    static String serial(RunTerms terms, RunEnd end, Output.Serial run) {
        double seconds = run.seconds();
        long units = run.units();
        return object("serial", json -> {
            Json.fields(json, terms);
            writeEnd(json, end);
            json.writeNumberField("seconds", seconds);
            json.writeNumberField("units", units);
            json.writeNumberField("unitsPerSecond", seconds > 0 ? units / seconds : 0);
            ReportJson.writePrediction(json, run.foretold());
        });
    }

    static void writeEnd(JsonGenerator json, RunEnd end) throws IOException {
        json.writeStringField("outcome", Json.lower(end.outcome()));
        json.writeNumberField("exitCode", end.exitCode());
        writeCommands(json, end);
        writeErrorIfAny(json, end, end.code().remedy());
    }

    /** The end of a run of commands in words: an exit code alone does not say that some of them failed. */
    private static void writeCommands(JsonGenerator json, RunEnd end) throws IOException {
        if (end.failedCommands() >= 0) {
            json.writeNumberField("failedCommands", end.failedCommands());
            if (end.code() == ErrorCode.NONE && !end.text().isEmpty()) {
                json.writeStringField("note", end.text());
            }
        }
    }

    private static void writeErrorIfAny(JsonGenerator json, RunEnd end, String remedy) throws IOException {
        if (end.code() == ErrorCode.NONE) {
            return;
        }
        json.writeObjectFieldStart("error");
        json.writeStringField("code", end.code().toString());
        json.writeStringField("name", Json.lower(end.code()));
        json.writeStringField("text", end.text());
        json.writeStringField("remedy", remedy);
        json.writeEndObject();
    }

    /** An object of this schema. */
    public static String object(String mode, Json.Body body) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("mode", mode);
            body.write(json);
        });
    }
}
