package dev.sluice.insight.information;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts and questions as text: {@code host=a clock-hertz=2e9} states each pair about all the others, and {@code host=a
 * clock-hertz=?} asks for the value.
 *
 * @param texts one for each statement
 */
public record Stated(Instant now, String... texts) implements Provider {
    private static Map<String, String> pairs(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text.split(" ")) {
            String[] words = pair.split("=", 2);
            pairs.put(words[0], words[1]);
        }
        return pairs;
    }

    /** The last name with a question mark is asked for; others with one may have any value. */
    public static Question question(String text) {
        Map<String, String> given = pairs(text);
        String asked = "";
        for (Map.Entry<String, String> pair : given.entrySet()) {
            asked = pair.getValue().equals("?") ? pair.getKey() : asked;
        }
        given.values().removeIf("?"::equals);
        return new Question(given, asked);
    }

    @Override
    public String name() {
        return "stated";
    }

    @Override
    public List<Fact> facts(Question question) {
        List<Fact> facts = new ArrayList<>();
        for (String text : texts) {
            Map<String, String> about = pairs(text);
            String value = about.remove(question.asked());
            if (value != null) {
                Fact fact = new Fact(about, question.asked(), value, Fact.number(value), Double.NaN, "test", now);
                if (fact.agreesWith(question)) {
                    facts.add(fact);
                }
            }
        }
        return facts;
    }
}
