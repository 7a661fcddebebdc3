package dev.sluice.cli.runs;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs as JSON; {@code docs/runs.schema.json} has the fields. */
final class RunsJson {
    private static final String SCHEMA = "sluice-runs-1";

    private RunsJson() {}

    static String of(List<KnownRun> runs) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            Json.objects(json, "runs", runs, run -> write(json, run));
        });
    }

    private static void write(JsonGenerator json, KnownRun run) throws IOException {
        json.writeStringField("run", run.run());
        json.writeStringField("application", run.application());
        json.writeStringField("state", Json.lower(run.state()));
        json.writeStringField("note", run.note());
        json.writeBooleanField("resumable", run.isResumable());
        writeKnown(json, "share", run.share());
        writeKnown(json, "units", run.units() < 0 ? Double.NaN : run.units());
        writeKnown(json, "seconds", run.seconds());
        writeText(json, "started", run.started());
        writeKnown(json, "exitCode", run.exitCode() < 0 ? Double.NaN : run.exitCode());
        json.writeStringField(
                "directory", run.directory().toAbsolutePath().normalize().toString());
        Path report = run.report();
        writeText(
                json, "report", report == null ? null : report.toAbsolutePath().normalize());
    }

    private static void writeText(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, value.toString());
        }
    }

    private static void writeKnown(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isNaN(value)) {
            json.writeNullField(name);
        } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            json.writeNumberField(name, (long) value);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
