package dev.sluice.insight.information;

import dev.sluice.model.forecast.Estimate;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one provider knows.
 *
 * @param about pairs that say what: {@code application}, {@code host} and so on
 * @param name of the quantity
 * @param value as a word
 * @param number the same as a number, or NaN where it is none
 * @param error mean absolute, in the unit of the number; NaN where it is not known
 * @param source where it comes from, for people: "3 runs", "sluice.yaml:4"
 * @param time of which it is
 */
public record Fact(
        Map<String, String> about,
        String name,
        String value,
        double number,
        double error,
        String source,
        Instant time) {
    public Fact {
        about = Collections.unmodifiableMap(new LinkedHashMap<>(about));
    }

    /** A word. */
    public static Fact word(Map<String, String> about, Name name, String value, String source, Instant time) {
        return new Fact(about, name.text(), value, Double.NaN, Double.NaN, source, time);
    }

    /** A number, whose estimate says how sure it is, where from and when. */
    public static Fact number(Map<String, String> about, Name name, Estimate estimate) {
        double value = estimate.value();
        return new Fact(
                about, name.text(), String.valueOf(value), value, estimate.error(), estimate.source(), estimate.time());
    }

    /** For what takes numbers; empty where it is a word. */
    public Optional<Estimate> estimate() {
        return Double.isFinite(number) ? Optional.of(new Estimate(number, error, source, time)) : Optional.empty();
    }

    /** What it says of what it is about; empty where it says nothing. */
    public String value(Name of) {
        return about.getOrDefault(of.text(), "");
    }

    /** The same as a number; NaN where it says none. */
    double numberOf(Name of) {
        return number(value(of));
    }

    /** A value as a number; NaN where it is none. */
    static double number(String value) {
        try {
            return value.isEmpty() ? Double.NaN : Double.parseDouble(value);
        } catch (NumberFormatException word) {
            return Double.NaN;
        }
    }

    /** Whether it is about all that is given; names that it says nothing of do not agree. */
    public boolean agreesWith(Question question) {
        return name.equals(question.asked())
                && question.given().entrySet().stream()
                        .allMatch(pair -> pair.getValue().equals(about.get(pair.getKey())));
    }
}
