package dev.sluice.insight.information;

import dev.sluice.model.forecast.Estimate;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A fact that one provider knows.
 *
 * @param about pairs that describe its subject: {@code application}, {@code host} and so on
 * @param name of the quantity
 * @param value as text
 * @param number the same as a number, or NaN if it is none
 * @param error mean absolute, in the unit of the number; NaN if unknown
 * @param source for people: "3 runs", "sluice.yaml:4"
 * @param time of the fact
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

    /** A number; its estimate has error, source and time. */
    public static Fact number(Map<String, String> about, Name name, Estimate estimate) {
        double value = estimate.value();
        return new Fact(
                about, name.text(), String.valueOf(value), value, estimate.error(), estimate.source(), estimate.time());
    }

    /** The number with its error; empty for a word. */
    public Optional<Estimate> estimate() {
        return Double.isFinite(number) ? Optional.of(new Estimate(number, error, source, time)) : Optional.empty();
    }

    /** The value of a name in its subject; empty if there is none. */
    public String value(Name of) {
        return about.getOrDefault(of.text(), "");
    }

    /** The same as a number; NaN if there is none. */
    double numberOf(Name of) {
        return number(value(of));
    }

    /** A value as a number; NaN if it is none. */
    static double number(String value) {
        try {
            return value.isEmpty() ? Double.NaN : Double.parseDouble(value);
        } catch (NumberFormatException word) {
            return Double.NaN;
        }
    }

    /** Tells whether it matches all given pairs; a name missing in its subject does not match. */
    public boolean agreesWith(Question question) {
        return name.equals(question.asked())
                && question.given().entrySet().stream()
                        .allMatch(pair -> pair.getValue().equals(about.get(pair.getKey())));
    }
}
