package dev.sluice.cli.steer;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.ssh.RemoteWorkers;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the results of {@code sluice workers add} as JSON: {@code docs/launch.schema.json}. */
final class LaunchJson {
    private static final String SCHEMA = "sluice-launch-1";

    private LaunchJson() {}

    /** The verdicts of hosts. */
    static String of(RunId run, Map<Place, PlaceVerdict> verdicts) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("run", run.text());
            Json.objects(json, "hosts", verdicts.entrySet(), each -> {
                json.writeStringField("host", each.getKey().host());
                write(json, each.getValue());
            });
        });
    }

    /** The answers of hosts. */
    static String of(List<RemoteWorkers.Answer> answers) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            Json.objects(json, "hosts", answers, answer -> {
                json.writeStringField("host", answer.host().name());
                write(json, answer.trouble());
                Json.strings(json, "lines", answer.lines());
            });
        });
    }

    private static void write(JsonGenerator json, @Nullable PlaceVerdict verdict) throws IOException {
        json.writeStringField("verdict", verdict == null ? "good" : Json.lower(verdict.kind()));
        if (verdict != null && !verdict.good()) {
            json.writeStringField("code", verdict.kind().code().toString());
            json.writeStringField("reason", verdict.reason());
            json.writeStringField("byHand", verdict.byHand());
        }
    }
}
