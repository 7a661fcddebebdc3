package dev.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.text.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON file that a command wrote, in memory. Whatever it does not have, or has otherwise, is an error that names file
 * and field. Immutable.
 */
public final class JsonTree {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Larger files are refused; the sample of a prediction of 10^6 units needs a tenth of it. */
    private static final long MOST_BYTES = 1L << 30;

    private static final int MOST_SHOWN = 60;

    private final Path file;
    private final String place;
    private final @Nullable Object value;

    private JsonTree(Path file, String place, @Nullable Object value) {
        this.file = file;
        this.place = place;
        this.value = value instanceof JsonTree tree ? tree.value : value; // of another object
    }

    public static JsonTree read(Path file) {
        Source source = new Source(file.toString(), "JSON", JsonTree::unreadable);
        try {
            return parse(source, file, source.read(file, MOST_BYTES));
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, file + ": " + e.getMessage() + " (expected: a file that can be read)", e);
        }
    }

    /**
     * Parses text that did not come from a file.
     *
     * @param origin names the text in errors
     */
    public static JsonTree parse(Path origin, String text) {
        return parse(new Source(origin.toString(), "JSON", JsonTree::unreadable), origin, text);
    }

    private static JsonTree parse(Source source, Path origin, String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTree(origin, "", whole(source, parser));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static @Nullable Object whole(Source source, JsonParser parser) throws IOException {
        try {
            parser.nextToken();
            Object whole = value(parser);
            if (parser.nextToken() != null) {
                throw source.wrong(parser.currentTokenLocation().getLineNr(), "something behind the end", "one value");
            }
            return whole;
        } catch (JsonProcessingException wrong) {
            JsonLocation place = wrong.getLocation() == null ? parser.currentLocation() : wrong.getLocation();
            throw source.wrong(place.getLineNr(), offence(wrong), "JSON");
        }
    }

    /** The fault of a text, without the places that the parser names in words of its own. */
    public static String offence(JsonProcessingException wrong) {
        return wrong.getOriginalMessage().replaceAll(" \\(start marker at \\[.*?]\\)", "");
    }

    private static SluiceException unreadable(String message) {
        return new SluiceException(ErrorCode.FILE_NOT_FOUND, message);
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, value(parser));
            }
            return fields;
        }
        if (token == JsonToken.START_ARRAY) {
            List<@Nullable Object> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser));
            }
            return elements;
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return parser.getDoubleValue();
        }
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return parser.getBooleanValue();
        }
        return token == JsonToken.VALUE_STRING ? parser.getText() : null;
    }

    /** The same object with other fields, each of a value as a file has it or of a {@link JsonTree}. */
    public JsonTree with(Map<String, ?> fields) {
        if (!(value instanceof Map<?, ?> here)) {
            throw wrong("an object");
        }
        Map<Object, @Nullable Object> all = new LinkedHashMap<>(here);
        all.putAll(fields);
        return new JsonTree(file, place, all);
    }

    /** Returns whether the object has a value in this field. */
    public boolean has(String field) {
        return value instanceof Map<?, ?> fields && fields.get(field) != null;
    }

    public JsonTree at(String field) {
        String there = place + "/" + field;
        if (value instanceof Map<?, ?> fields && fields.containsKey(field)) {
            return new JsonTree(file, there, fields.get(field));
        }
        throw wrong(there, "missing", "this field");
    }

    public String text() {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(place, String.valueOf(value), "text");
    }

    /** A whole number; text where JavaScript would round it. */
    public long whole() {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof String text && text.matches("-?[0-9]{16,19}")) {
            return made("a whole number", each -> Long.parseLong(text));
        }
        throw wrong(place, String.valueOf(value), "a whole number");
    }

    /** A whole number of 32 bits. */
    public int integer() {
        long number = whole();
        if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
            throw wrong("a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    /** A point in time such as {@code 2026-11-22T08:30:00Z}. */
    public Instant time() {
        try {
            return Instant.parse(text());
        } catch (DateTimeException wrong) {
            throw wrong("a time such as 2026-11-22T08:30:00Z");
        }
    }

    public Path path() {
        try {
            return Path.of(text());
        } catch (InvalidPathException wrong) {
            throw wrong("a path");
        }
    }

    /**
     * Makes something of this value. A maker that refuses the values that it found refuses this one.
     *
     * @param what this value should be
     */
    public <T> T made(String what, Function<JsonTree, T> maker) {
        try {
            return maker.apply(this);
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException refused) {
            throw wrong(what + "; " + refused.getMessage());
        }
    }

    /**
     * A value of this type, such as a record whose document this is. A missing field is an error, unless its component
     * is {@link dev.sluice.model.IfKnown} or may be null.
     */
    public <T> T as(Class<T> type) {
        return type.cast(Shape.value(this, type));
    }

    /** The fields of an object, each made of its value. */
    <T> Map<String, T> fields(Function<JsonTree, T> maker) {
        if (value instanceof Map<?, ?> fields) {
            Map<String, T> made = new LinkedHashMap<>();
            fields.keySet().forEach(name -> made.put((String) name, maker.apply(at((String) name))));
            return made;
        }
        throw wrong(place, String.valueOf(value), "an object");
    }

    /** Bytes in base 64. */
    byte[] bytes() {
        return made("bytes in base 64", each -> Base64.getDecoder().decode(each.text()));
    }

    float[] floats() {
        List<JsonTree> elements = elements();
        float[] numbers = new float[elements.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) elements.get(i).number();
        }
        return numbers;
    }

    public double number() {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(place, String.valueOf(value), "a number");
    }

    public boolean truth() {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw wrong(place, String.valueOf(value), "true or false");
    }

    /** The constant whose name is this text, as {@link Json#lower} writes it or as it is. */
    public <E extends Enum<E>> E oneOf(Class<E> type) {
        String name = text().toUpperCase(Locale.ROOT).replace('-', '_');
        E[] all = type.getEnumConstants();
        return Arrays.stream(all)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        wrong("one of " + Arrays.stream(all).map(Json::lower).collect(Collectors.joining(", "))));
    }

    public List<JsonTree> elements() {
        if (value instanceof List<?> list) {
            List<JsonTree> elements = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                elements.add(new JsonTree(file, place + "/" + i, list.get(i)));
            }
            return elements;
        }
        throw wrong(place, String.valueOf(value), "an array");
    }

    /** Makes the error about this value. */
    public SluiceException wrong(String expected) {
        return wrong(place, String.valueOf(value), expected);
    }

    private SluiceException wrong(String where, String what, String expected) {
        Source source = new Source(file.toString(), "JSON", JsonTree::unusable);
        String kind = !where.equals(place)
                ? what
                : value instanceof Map ? "an object" : value instanceof List ? "an array" : what;
        String shown = kind.length() > MOST_SHOWN ? kind.substring(0, MOST_SHOWN) + "…" : kind;
        return (SluiceException) source.wrong(0, (where.isEmpty() ? "" : where + ": ") + shown, expected);
    }

    private static SluiceException unusable(String message) {
        return new SluiceException(ErrorCode.WRITTEN_FILE_UNUSABLE, message);
    }
}
