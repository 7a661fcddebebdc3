package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.EnumWords;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes JSON. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private static final ClassValue<List<Method>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            List<Method> all = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toList();
            all.forEach(each -> each.setAccessible(true)); // records of packages that are not public
            return all;
        }
    };

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

    /**
     * Writes the components of a record as fields: records as objects, lists and arrays of numbers as arrays, bytes in
     * base 64, enums as words, and null for NaN and infinity.
     *
     * @throws IllegalArgumentException if a component is of another type
     */
    public static void fields(JsonGenerator json, Record value) throws IOException {
        for (Method component : COMPONENTS.get(value.getClass())) {
            json.writeFieldName(component.getName());
            write(json, component(value, component));
        }
    }

    /** Writes a field with a value of one of the types of {@link #fields}. */
    public static void field(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        write(json, value);
    }

    private static @Nullable Object component(Record value, Method component) {
        try {
            return component.invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(component.toString(), e);
        }
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Record record) {
            json.writeStartObject();
            fields(json, record);
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
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Number number) {
            write(json, number);
        } else {
            throw new IllegalArgumentException(value.getClass().getName());
        }
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
