package dev.sluice.cli.launch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.launch.Place;
import dev.sluice.launch.Verdict;
import dev.sluice.launch.ssh.RemoteWorkers;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the results of {@code sluice launch} as JSON: {@code docs/launch.schema.json}. */
final class LaunchJson {
    private static final String SCHEMA = "sluice-launch-1";

    private LaunchJson() {}

    /** The verdicts of hosts. */
    static String of(RunId run, Map<Place, Verdict> verdicts) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("run", run.text());
            json.writeArrayFieldStart("hosts");
            for (Map.Entry<Place, Verdict> each : verdicts.entrySet()) {
                json.writeStartObject();
                json.writeStringField("host", each.getKey().host());
                write(json, each.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /** The answers of hosts. */
    static String of(List<RemoteWorkers.Answer> answers) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeArrayFieldStart("hosts");
            for (RemoteWorkers.Answer answer : answers) {
                json.writeStartObject();
                json.writeStringField("host", answer.host().name());
                write(json, answer.trouble());
                json.writeArrayFieldStart("lines");
                for (String line : answer.lines()) {
                    json.writeString(line);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, @Nullable Verdict verdict) throws IOException {
        json.writeStringField("verdict", verdict == null ? "good" : Json.lower(verdict.kind()));
        if (verdict != null && !verdict.good()) {
            json.writeStringField("code", verdict.kind().code().toString());
            json.writeStringField("reason", verdict.reason());
            json.writeStringField("byHand", verdict.byHand());
        }
    }
}
