package dev.sluice.master;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.UnitFailure;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** The JSON forms, version 1: fields are added, never changed. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int VERSION = 1;

    private Json() {}

    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    static String error(ErrorCode code, String text) {
        return object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeObjectFieldStart("error");
            writeCode(json, code, text);
            json.writeEndObject();
        });
    }

    static String of(RunReport report) {
        return object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeStringField("run", report.run().text());
            json.writeStringField("application", report.application());
            json.writeStringField("policy", report.policy().name());
            json.writeStringField("outcome", lower(report.outcome()));
            if (report.code() != ErrorCode.NONE) {
                json.writeObjectFieldStart("error");
                writeCode(json, report.code(), report.text());
                json.writeEndObject();
            }
            json.writeNumberField("seconds", report.seconds());
            json.writeNumberField("cycles", report.cycles());
            json.writeNumberField("units", report.units());
            json.writeNumberField("unitsPerSecond", report.unitsPerSecond());
            json.writeNumberField("loadImbalance", report.loadImbalance());
            writeCounters(json, report.counters());
            writeTraffic(json, report);
            writeCongestion(json, report.congestion());
            writeWorkers(json, report);
            writeFailures(json, report);
        });
    }

    static String drained(RunId run, List<String> workers) {
        return object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeStringField("run", run.text());
            json.writeArrayFieldStart("leaving");
            for (String worker : workers) {
                json.writeString(worker);
            }
            json.writeEndArray();
        });
    }

    static String serial(long units, double seconds) {
        return object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeStringField("mode", "serial");
            json.writeNumberField("seconds", seconds);
            json.writeNumberField("units", units);
        });
    }

    private static void writeCode(JsonGenerator json, ErrorCode code, String text) throws IOException {
        json.writeStringField("code", code.toString());
        json.writeStringField("name", lower(code));
        json.writeStringField("text", text);
        json.writeStringField("remedy", code.remedy());
        json.writeNumberField("exitCode", code.exitCode());
    }

    private static void writeCounters(JsonGenerator json, Counters counters) throws IOException {
        json.writeObjectFieldStart("counters");
        json.writeNumberField("assigned", counters.assigned());
        json.writeNumberField("accepted", counters.accepted());
        json.writeNumberField("duplicates", counters.duplicates());
        json.writeNumberField("unknown", counters.unknown());
        json.writeNumberField("notOwner", counters.notOwner());
        json.writeNumberField("stale", counters.stale());
        json.writeNumberField("failed", counters.failed());
        json.writeNumberField("quarantined", counters.quarantined());
        json.writeNumberField("handedBack", counters.handedBack());
        json.writeNumberField("reassigned", counters.reassigned());
        json.writeNumberField("copies", counters.copies());
        json.writeNumberField("copiesWon", counters.copiesWon());
        json.writeNumberField("copiesWasted", counters.copiesWasted());
        json.writeNumberField("workersJoined", counters.workersJoined());
        json.writeNumberField("workersLost", counters.workersLost());
        json.writeEndObject();
    }

    private static void writeTraffic(JsonGenerator json, RunReport report) throws IOException {
        json.writeObjectFieldStart("traffic");
        writeModule(json, "application", report.applicationTraffic());
        writeModule(json, "scheduler", report.schedulerTraffic());
        json.writeEndObject();
    }

    private static void writeCongestion(JsonGenerator json, Grants.Summary congestion) throws IOException {
        json.writeObjectFieldStart("congestion");
        json.writeStringField("mode", congestion.mode().toString().toLowerCase(Locale.ROOT));
        json.writeNumberField("granted", congestion.results());
        json.writeNumberField("grantedBytes", congestion.bytes());
        json.writeNumberField("mostAtOnce", congestion.most());
        json.writeArrayFieldStart("changes");
        for (GrantChange change : congestion.history()) {
            json.writeStartObject();
            json.writeNumberField("seconds", change.nanos() / 1e9);
            json.writeNumberField("limit", change.limit());
            json.writeStringField("why", lower(change.why()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeModule(JsonGenerator json, String name, Traffic.Module module) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("messagesSent", module.messagesSent());
        json.writeNumberField("bytesSent", module.bytesSent());
        json.writeNumberField("messagesReceived", module.messagesReceived());
        json.writeNumberField("bytesReceived", module.bytesReceived());
        json.writeEndObject();
    }

    private static void writeWorkers(JsonGenerator json, RunReport report) throws IOException {
        json.writeArrayFieldStart("workers");
        for (RunReport.WorkerLine worker : report.workers()) {
            json.writeStartObject();
            json.writeStringField("worker", worker.worker());
            json.writeStringField("host", worker.host());
            json.writeNumberField("slots", worker.slots());
            json.writeNumberField("units", worker.units());
            json.writeNumberField("wallSeconds", worker.wall());
            json.writeNumberField("cpuSeconds", worker.cpu());
            json.writeNumberField("computeSeconds", worker.compute());
            json.writeNumberField("computeCpuSeconds", worker.computeCpu());
            json.writeNumberField("utilisation", worker.utilisation());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeFailures(JsonGenerator json, RunReport report) throws IOException {
        json.writeNumberField("failedUnits", report.quarantinedUnits());
        json.writeArrayFieldStart("failures");
        for (Action.Quarantine quarantine : report.quarantined()) {
            json.writeStartObject();
            json.writeNumberField("cycle", quarantine.cycle());
            json.writeNumberField("unit", quarantine.unit());
            json.writeArrayFieldStart("tries");
            for (UnitFailure failure : quarantine.failures()) {
                json.writeStartObject();
                json.writeStringField("worker", failure.worker().toString());
                json.writeStringField("code", failure.code().toString());
                json.writeStringField("type", failure.type());
                json.writeStringField("message", failure.message());
                json.writeStringField("stack", failure.stack());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String object(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
