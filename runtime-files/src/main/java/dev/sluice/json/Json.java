package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.EnumWords;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes JSON. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes the fields of an object. */
    public interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes the fields of an object that stands for a value. */
    public interface Fields<T> {
        void write(T value) throws IOException;
    }

    /** Writes an array with an object for each value. */
    public static <T> void objects(JsonGenerator json, String name, Iterable<T> values, Fields<? super T> fields)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (T value : values) {
            json.writeStartObject();
            fields.write(value);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes an array of texts. */
    public static void strings(JsonGenerator json, String name, Iterable<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    public static String lower(Enum<?> value) {
        return EnumWords.hyphened(value);
    }

    /** An object of these fields. */
    public static String object(Body body) {
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
