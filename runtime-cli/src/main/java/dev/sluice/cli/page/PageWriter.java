package dev.sluice.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes views one after another, with the text of {@link PageJson}. Lanes, links, hosts and the ledger are most of a
 * large run's text and are mostly equal in consecutive views: it keeps their last text. Confined to one thread.
 */
final class PageWriter {
    private final Map<String, Part> kept = new HashMap<>();

    /** The text of the last value of a field. */
    private record Part(Object value, String text) {}

    byte[] bytes(RunView view) {
        return PageJson.text(view, this::write).getBytes(StandardCharsets.UTF_8);
    }

    private void write(JsonGenerator json, String name, Object value, Json.Body body) throws IOException {
        Part part = kept.get(name);
        if (part == null || !part.value.equals(value)) {
            String object = Json.object(body);
            int start = object.indexOf(':') + 1; // after the name
            part = new Part(value, object.substring(start, object.length() - 1));
            kept.put(name, part);
        }
        json.writeFieldName(name);
        json.writeRawValue(part.text);
    }
}
