package dev.sluice.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads JSON token by token, so that lines are known. */
public final class PositionedJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Source source;
    private final JsonParser parser;

    private PositionedJson(Source source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /** The one value; what is none is an error of the source. */
    public static Tree read(Source source, String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new PositionedJson(source, parser).whole();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private Tree whole() throws IOException {
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw source.wrong(0, "nothing in it", source.what() + " in JSON");
            }
            Tree tree = tree(first, 1);
            if (parser.nextToken() != null) {
                throw source.wrong(line(), "something behind the end", "one object");
            }
            return tree;
        } catch (JsonProcessingException wrong) {
            JsonLocation place = wrong.getLocation() == null ? parser.currentLocation() : wrong.getLocation();
            throw source.wrong(place.getLineNr(), "no JSON: " + wrong.getOriginalMessage(), source.what() + " in JSON");
        }
    }

    private Tree tree(JsonToken token, int level) throws IOException {
        int line = line();
        if (level > Tree.MOST_LEVELS) {
            throw source.wrong(line, "more than " + Tree.MOST_LEVELS + " levels", source.what());
        }
        return switch (token) {
            case START_OBJECT -> mapping(line, level);
            case START_ARRAY -> items(line, level);
            case VALUE_NULL -> new Tree.Scalar(line, null);
            default -> new Tree.Scalar(line, parser.getText());
        };
    }

    private Tree items(int line, int level) throws IOException {
        List<Tree> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(tree(token, level + 1));
        }
        return new Tree.Items(line, items);
    }

    private Tree mapping(int line, int level) throws IOException {
        List<Tree.Field> fields = new ArrayList<>(4);
        Set<String> keys = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line();
            if (!keys.add(key)) {
                throw source.wrong(keyLine, key + ": for the second time", "each field once");
            }
            fields.add(new Tree.Field(key, keyLine, tree(parser.nextToken(), level + 1)));
        }
        return new Tree.Mapping(line, fields);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }
}
