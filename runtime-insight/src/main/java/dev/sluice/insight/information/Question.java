package dev.sluice.insight.information;

import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs of name and value, such as {@code application=mandelbrot host=node7 unit-seconds=?}. The value {@code ?} asks
 * for one quantity, and for any number of names of its subject ({@code host=?}: on each host).
 *
 * @param given by name
 * @param asked the name of the quantity
 */
public record Question(Map<String, String> given, String asked) {
    private static final int MOST_LETTERS = 4_096;

    public Question {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /**
     * Parses a question. Quote values with spaces, in single or double quotes; a backslash escapes the next character.
     *
     * @param options of commands that may be asked for, in addition to {@link Name}
     * @throws IllegalArgumentException whose message has the error and the expectation
     */
    public static Question parse(String text, Collection<String> options) {
        Map<String, String> pairs = Pairs.parse(text);
        List<String> known = new ArrayList<>(Name.texts());
        known.addAll(options);
        Map<String, String> given = new LinkedHashMap<>();
        List<String> quantities = new ArrayList<>();
        List<String> subjects = new ArrayList<>();
        pairs.forEach((name, value) -> {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown name " + Source.quoted(name) + " (expected: one of "
                        + String.join(", ", Name.texts()) + ", or an option such as run.policy"
                        + Nearest.hint(name, known) + ")");
            }
            if (!value.equals(Pairs.ASKED)) {
                given.put(name, value);
            } else if (Name.of(name).map(Name::isSubject).orElse(false)) {
                subjects.add(name);
            } else {
                quantities.add(name);
            }
        });
        if (quantities.size() > 1) {
            throw new IllegalArgumentException(String.join("=? ", quantities)
                    + "=?: asked for at once (expected: one of them; the others in questions of their own)");
        }
        if (quantities.isEmpty() && subjects.size() != 1) {
            throw new IllegalArgumentException(
                    subjects.isEmpty()
                            ? "nothing is asked for (expected: a name with =?, such as unit-seconds=?)"
                            : String.join("=? ", subjects) + "=?: asked for at once (expected: one of them)");
        }
        return new Question(given, quantities.isEmpty() ? subjects.get(0) : quantities.get(0));
    }

    static int mostLetters() {
        return MOST_LETTERS;
    }

    /** The same without a name. */
    Question without(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(given);
        fewer.remove(name);
        return new Question(fewer, asked);
    }

    /** The same with a value. */
    Question with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(given);
        more.put(name, value);
        return new Question(more, asked);
    }

    boolean gives(Name name) {
        return given.containsKey(name.text());
    }

    /** The given value of a name; empty if there is none. */
    public String value(Name name) {
        return given.getOrDefault(name.text(), "");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        given.forEach((name, value) ->
                text.append(name).append('=').append(Pairs.quoted(value)).append(' '));
        return text + asked + "=?";
    }
}
