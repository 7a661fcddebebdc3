package dev.sluice.cli.runs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.cli.report.RunTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plain fields of a {@code run.json}, and those of its {@code error} as "error.text". Arrays and other objects are
 * skipped, so that the list of a thousand runs stays quick.
 */
final class RunFields {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final Set<String> SCHEMAS = Set.of(RunTables.SCHEMA, RunTables.EARLIER);

    private final Map<String, String> fields;

    private RunFields(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Reads the file.
     *
     * @throws IOException if it cannot be read, or was not written by a run
     */
    static RunFields read(Path file) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(file.toFile())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no JSON object");
            }
            object(json, "", fields);
        }
        if (!SCHEMAS.contains(fields.getOrDefault("schema", ""))) {
            throw new IOException("not written by a run");
        }
        return new RunFields(fields);
    }

    private static void object(JsonParser json, String prefix, Map<String, String> fields) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && name.equals("error")) {
                object(json, "error.", fields);
            } else if (value.isStructStart()) {
                json.skipChildren();
            } else if (value != JsonToken.VALUE_NULL) {
                fields.put(prefix + name, json.getText());
            }
        }
    }

    /** The text of a field; empty if it is missing. */
    String text(String field) {
        return fields.getOrDefault(field, "");
    }

    /** The number in a field; the other one if it is missing or no number. */
    double number(String field, double other) {
        try {
            double number = Double.parseDouble(text(field));
            return Double.isFinite(number) ? number : other;
        } catch (NumberFormatException wrong) {
            return other;
        }
    }

    /** The whole number in a field, all of its digits; the other one if it is missing or no whole number. */
    long whole(String field, long other) {
        try {
            return Long.parseLong(text(field));
        } catch (NumberFormatException wrong) {
            return other;
        }
    }

    /** The time; null in years that no run can have, and that a table could not show. */
    static @Nullable Instant plausible(Instant time) {
        return time.isBefore(Instant.EPOCH) || time.isAfter(LATEST) ? null : time;
    }

    /** The time in a field; null if it is missing or no time. */
    @Nullable
    Instant time(String field) {
        try {
            return text(field).isEmpty() ? null : plausible(Instant.parse(text(field)));
        } catch (DateTimeException wrong) {
            return null;
        }
    }
}
