package dev.sluice.cli.steer;

import dev.sluice.cli.run.RunJson;
import dev.sluice.json.Json;
import dev.sluice.model.RunId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.MoveAnswer;
import dev.sluice.net.message.ParkAnswer;

/** The answers of commands that change a run in JSON, by docs/run.schema.json. */
final class SteerJson {
    private SteerJson() {}

    static String drained(RunId run, DrainAnswer answer) {
        return RunJson.object("drained", json -> {
            json.writeStringField("run", run.text());
            Json.strings(json, "leaving", answer.asked());
        });
    }

    static String parked(RunId run, boolean parked, ParkAnswer answer) {
        return RunJson.object(parked ? "parked" : "unparked", json -> {
            json.writeStringField("run", run.text());
            Json.strings(json, "workers", answer.changed());
            Json.strings(json, "replaced", answer.replaced());
        });
    }

    static String moved(RunId run, boolean removes, MoveAnswer answer) {
        return RunJson.object(removes ? "merged" : "moved", json -> {
            json.writeStringField("run", run.text());
            Json.strings(json, "workers", answer.asked());
            json.writeStringField("to", answer.to());
        });
    }

    static String handout(RunId run, Handout now) {
        return RunJson.object("handout", json -> {
            json.writeStringField("run", run.text());
            json.writeStringField("policy", now.policy().name());
            json.writeStringField("weights", now.weighting().name());
            if (now.prefetch() == SchedulerConfig.AUTO) {
                json.writeStringField("prefetch", "auto");
            } else {
                json.writeNumberField("prefetch", now.prefetch());
            }
            json.writeNumberField("speculation", now.speculation());
        });
    }
}
