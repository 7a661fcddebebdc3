package dev.sluice.insight.information;

import dev.sluice.text.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads pairs of name and value from a line. For one line. */
final class Pairs {
    /** Stands for a value that is asked for; a quoted question mark is a word. */
    static final String ASKED = "\0";

    private final String text;
    private int place;

    private Pairs(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException whose message describes the error */
    static Map<String, String> parse(String text) {
        if (text.length() > Question.mostLetters()) {
            throw new IllegalArgumentException(
                    text.length() + " letters (expected: at most " + Question.mostLetters() + ")");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    Source.quoted(text) + ": a control character (expected: text in one line)");
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        Pairs reader = new Pairs(text);
        while (reader.skipSpaces()) {
            String name = reader.name();
            String value = reader.value(name);
            if (pairs.put(name, value) != null) {
                throw new IllegalArgumentException(name + ": for the second time (expected: each name once)");
            }
        }
        return pairs;
    }

    /** Quotes a value for {@link #parse}. */
    static String quoted(String value) {
        boolean plain =
                !value.isEmpty() && value.chars().noneMatch(c -> Character.isWhitespace(c) || "'\"\\".indexOf(c) >= 0);
        return plain && !value.equals("?")
                ? value
                : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private boolean skipSpaces() {
        while (place < text.length() && Character.isWhitespace(text.charAt(place))) {
            place++;
        }
        return place < text.length();
    }

    private String name() {
        int from = place;
        while (place < text.length() && text.charAt(place) != '=' && !Character.isWhitespace(text.charAt(place))) {
            place++;
        }
        String name = text.substring(from, place);
        if (name.isEmpty() || place == text.length() || text.charAt(place) != '=') {
            throw new IllegalArgumentException(
                    Source.quoted(name) + ": no pair (expected: NAME=VALUE, such as host=node7, or NAME=?)");
        }
        place++;
        return name;
    }

    private String value(String name) {
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        char quote = 0;
        while (place < text.length()) {
            char letter = text.charAt(place++);
            if (quote == 0 && Character.isWhitespace(letter)) {
                break;
            }
            if (letter == '\\' && place < text.length()) {
                value.append(text.charAt(place++));
            } else if (letter == quote) {
                quote = 0;
            } else if (quote == 0 && (letter == '"' || letter == '\'')) {
                quote = letter;
                quoted = true;
            } else {
                value.append(letter);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException(
                    name + ": a quote that does not end (expected: " + quote + " once more)");
        }
        if (value.isEmpty() && !quoted) {
            throw new IllegalArgumentException(name + ": no value (expected: one, or ? where it is asked for)");
        }
        return !quoted && value.toString().equals("?") ? ASKED : value.toString();
    }
}
