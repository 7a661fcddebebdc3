package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes the fields of an object. */
    public interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** The text of a field that need not be written anew; null for others. */
    public interface Texts {
        @Nullable
        String of(String name, Object value);
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

    /**
     * Writes the components of a record as fields, by {@link dev.sluice.model.Written} and
     * {@link dev.sluice.model.IfKnown}: records and maps as objects, lists and arrays of numbers as arrays, bytes in
     * base 64, enums as words, times and paths as text, and null for NaN and infinity.
     *
     * @throws IllegalArgumentException if a component is of another type
     */
    public static void fields(JsonGenerator json, Record value) throws IOException {
        fields(json, value, (name, field) -> null);
    }

    private static void fields(JsonGenerator json, Record value, Texts texts) throws IOException {
        for (Shape.Part part : Shape.of(value.getClass()).parts()) {
            Object field = part.of(value);
            if (part.isFlat()) {
                if (field != null) {
                    fields(json, (Record) Shape.written(field), texts);
                }
            } else if (!part.isLeftOut(field)) {
                String text = field == null ? null : texts.of(part.name(), field);
                json.writeFieldName(part.name());
                if (text == null) {
                    write(json, field);
                } else {
                    json.writeRawValue(text);
                }
            }
        }
    }

    /** Writes a field with a value of one of the types of {@link #fields}. */
    public static void field(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        write(json, value);
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
            return;
        }
        Object written = Shape.written(value);
        if (written != value) {
            write(json, written);
        } else if (isText(value)) {
            json.writeString(value.toString());
        } else if (value instanceof Record record) {
            json.writeStartObject();
            fields(json, record);
            json.writeEndObject();
        } else if (value instanceof Map<?, ?> values) {
            json.writeStartObject();
            for (Map.Entry<?, ?> each : values.entrySet()) {
                json.writeFieldName(String.valueOf(each.getKey()));
                write(json, each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> values) {
            json.writeStartArray();
            for (Object each : values) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value instanceof int[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof long[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value.getClass().isArray()) {
            json.writeStartArray();
            for (int i = 0; i < Array.getLength(value); i++) {
                write(json, Array.get(value, i));
            }
            json.writeEndArray();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Enum<?> constant) {
            json.writeString(lower(constant));
        } else if (value instanceof Number number) {
            write(json, number);
        } else {
            throw new IllegalArgumentException(value.getClass().getName());
        }
    }

    private static boolean isText(Object value) {
        return value instanceof String
                || value instanceof Instant
                || value instanceof Path
                || value instanceof RunId
                || value instanceof WorkerId
                || value instanceof ErrorCode;
    }

    private static void write(JsonGenerator json, Number number) throws IOException {
        if (number instanceof Integer || number instanceof Long) {
            json.writeNumber(number.longValue());
        } else if (!Double.isFinite(number.doubleValue())) {
            json.writeNull();
        } else if (number instanceof Float) {
            json.writeNumber(number.floatValue());
        } else {
            json.writeNumber(number.doubleValue());
        }
    }

    public static String lower(Enum<?> value) {
        return EnumWords.hyphened(value);
    }

    /** The document of a record. */
    public static String of(Record value) {
        return object(json -> fields(json, value));
    }

    /** The same, of which some texts are there. */
    public static String of(Record value, Texts texts) {
        return object(json -> fields(json, value, texts));
    }

    /** A value of one of the types of {@link #fields}. */
    public static String text(Object value) {
        return text(json -> write(json, value));
    }

    /** An object of these fields. */
    public static String object(Body body) {
        return text(json -> {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        });
    }

    private static String text(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            body.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
