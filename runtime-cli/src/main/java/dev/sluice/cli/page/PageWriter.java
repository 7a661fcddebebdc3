package dev.sluice.cli.page;

import dev.sluice.json.Json;
import dev.sluice.model.record.RunView;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes views one after another, with the text of {@link PageJson}. Lanes, links, hosts and the ledger are most of a
 * large run's text and are mostly equal in consecutive views: it keeps their last text. Confined to one thread.
 */
final class PageWriter {
    private static final Set<String> KEPT = Set.of("about", "lanes", "links", "ledger", "scaling", "hosts", "course");

    private final Map<String, Part> kept = new HashMap<>();

    /** The text of the last value of a field. */
    private record Part(Object value, String text) {}

    byte[] bytes(RunView view) {
        return Json.of(new PageJson(PageJson.SCHEMA, view), this::text).getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable String text(String name, Object value) {
        if (!KEPT.contains(name)) {
            return null;
        }
        Part part = kept.get(name);
        if (part == null || !part.value.equals(value)) {
            part = new Part(value, Json.text(value));
            kept.put(name, part);
        }
        return part.text;
    }
}
