package dev.sluice.cli.each.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a JSON file: the elements of an array, or values one after the other. An object has a value for each field,
 * and the fields of the first one are the names; another element is one value. Confined to one thread.
 */
final class JsonRows implements ValueRows {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final JsonParser json;
    private boolean inArray;
    private List<String> fields = List.of();
    /** The first row, which was read for its names. */
    private @Nullable List<byte[]> first;

    private long number;

    JsonRows(String file, InputStream in) throws IOException {
        this.file = file;
        this.json = FACTORY.createParser(in);
    }

    @Override
    public List<byte[]> names() throws IOException {
        try {
            JsonToken token = json.nextToken();
            inArray = token == JsonToken.START_ARRAY;
            token = inArray ? json.nextToken() : token;
            first = row(token);
        } catch (JsonProcessingException malformed) {
            throw wrong(malformed);
        }
        return fields.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        List<byte[]> row = first;
        if (row != null) {
            first = null;
            return row;
        }
        try {
            return json.isClosed() ? null : row(json.nextToken());
        } catch (JsonProcessingException malformed) {
            throw wrong(malformed);
        }
    }

    private @Nullable List<byte[]> row(@Nullable JsonToken token) throws IOException {
        if (token == null || token == JsonToken.END_ARRAY) {
            json.close();
            return null;
        }
        number++;
        if (token != JsonToken.START_OBJECT) {
            if (!fields.isEmpty()) {
                throw wrong("no object", "an object, like the first element");
            }
            return List.of(value());
        }
        return number == 1 ? firstObject() : object();
    }

    private List<byte[]> firstObject() throws IOException {
        List<String> names = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            names.add(json.currentName());
            json.nextToken();
            values.add(value());
        }
        fields = List.copyOf(names);
        return values;
    }

    private List<byte[]> object() throws IOException {
        byte[][] values = new byte[fields.size()][];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            int at = fields.indexOf(name);
            if (at < 0) {
                throw wrong("field " + name, "the fields of the first element: " + String.join(", ", fields));
            }
            json.nextToken();
            values[at] = value();
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw wrong("no field " + fields.get(i), "the fields of the first element");
            }
        }
        return Arrays.asList(values);
    }

    /** Text stands for itself, another value for its JSON form. */
    private byte[] value() throws IOException {
        String text;
        if (json.currentToken() == JsonToken.START_OBJECT || json.currentToken() == JsonToken.START_ARRAY) {
            StringWriter form = new StringWriter();
            try (JsonGenerator out = FACTORY.createGenerator(form)) {
                out.copyCurrentStructure(json);
            }
            text = form.toString();
        } else {
            text = json.getText();
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private SluiceException wrong(String offence, String expected) {
        return new SluiceException(
                ErrorCode.USAGE, file + ": element " + number + ": " + offence + " (expected: " + expected + ")");
    }

    private SluiceException wrong(JsonProcessingException malformed) {
        return new SluiceException(
                ErrorCode.USAGE,
                file + ":" + malformed.getLocation().getLineNr() + ": " + JsonTree.offence(malformed)
                        + " (expected: JSON)",
                malformed);
    }
}
