package dev.sluice.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.master.report.Launching;
import java.io.IOException;

/** How the workers of a run came to be, as fields of {@code run.json}. Unknown numbers are null. */
final class LaunchingJson {
    private LaunchingJson() {}

    static void write(JsonGenerator json, Launching launching) throws IOException {
        number(json, "commandSeconds", launching.commandSeconds());
        number(json, "makespanSeconds", launching.makespanSeconds());
        number(json, "endSeconds", launching.endSeconds());
        Json.objects(json, "launch", launching.starts(), start -> {
            json.writeStringField("host", start.host());
            json.writeStringField("kind", start.kind());
            number(json, "queuedSeconds", start.queuedSeconds());
            number(json, "sshSeconds", start.sshSeconds());
            number(json, "lookSeconds", start.lookSeconds());
            number(json, "sendSeconds", start.sendSeconds());
            json.writeNumberField("sentBytes", start.sentBytes());
            number(json, "jvmSeconds", start.jvmSeconds());
            number(json, "joinSeconds", start.joinSeconds());
            json.writeNumberField("joinBytes", start.joinBytes());
            number(json, "readySeconds", start.readySeconds());
        });
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isNaN(value)) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
