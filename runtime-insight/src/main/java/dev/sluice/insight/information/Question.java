package dev.sluice.insight.information;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pairs of name and value, such as {@code application=mandelbrot host=node7 unit-seconds=?}. The value {@code ?} asks
 * for one quantity, and for any number of names of its subject ({@code host=?}: on each host).
 *
 * @param given by name
 * @param asked the name of the quantity
 */
public record Question(Map<String, String> given, String asked) {
    public Question {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
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
}
