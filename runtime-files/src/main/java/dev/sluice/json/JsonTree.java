package dev.sluice.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JSON file that a command wrote, in memory. Whatever it does not have, or has otherwise, is an error that names file
 * and field. Immutable.
 */
public final class JsonTree {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Path file;
    private final String place;
    private final @Nullable Object value;

    private JsonTree(Path file, String place, @Nullable Object value) {
        this.file = file;
        this.place = place;
        this.value = value;
    }

    public static JsonTree read(Path file) {
        try (JsonParser parser = FACTORY.createParser(Files.newBufferedReader(file))) {
            parser.nextToken();
            return new JsonTree(file, "", value(parser));
        } catch (JacksonException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    file + ":" + e.getLocation().getLineNr() + ": " + e.getOriginalMessage() + " (expected: JSON)",
                    e);
        } catch (CharacterCodingException e) {
            throw new SluiceException(ErrorCode.FILE_NOT_FOUND, file + ": not text (expected: JSON)", e);
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
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            return new JsonTree(origin, "", value(parser));
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, origin + ": " + e.getMessage() + " (expected: JSON)", e);
        }
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

    public long whole() {
        if (value instanceof Long number) {
            return number;
        }
        throw wrong(place, String.valueOf(value), "a whole number");
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
        String shown = what.length() > 60 ? what.substring(0, 60) + "…" : what;
        return new SluiceException(
                ErrorCode.PREDICTION_UNUSABLE, file + ": " + where + ": " + shown + " (expected: " + expected + ")");
    }
}
