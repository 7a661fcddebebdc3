package dev.sluice.insight.information;

import dev.sluice.model.forecast.Estimate;
import java.util.Locale;
import java.util.Optional;

/**
 * A fact that answers a question.
 *
 * @param fact of the provider, as it was found
 * @param provider its name
 * @param step how far the question was widened
 * @param kin likewise, for the application
 * @param scale what the fact's number is to be multiplied with
 */
public record Answer(Fact fact, String provider, Generalization step, ApplicationMatch kin, double scale) {
    /**
     * The number, with its error: what scaling changed is added to it, as the part that is guessed. Empty where the
     * answer is a word.
     */
    public Optional<Estimate> estimate() {
        return fact.estimate().map(found -> {
            double value = found.value() * scale;
            return new Estimate(
                    value,
                    found.error() * scale + Math.abs(value - found.value()),
                    provider + ": " + found.source(),
                    found.time());
        });
    }

    /** As a word. */
    public String value() {
        return estimate()
                .map(number -> scale == 1 ? fact.value() : String.valueOf(number.value()))
                .orElse(fact.value());
    }

    /** How it was found, for people. */
    public String how() {
        String scaled = scale == 1 ? "" : String.format(Locale.ROOT, " by %.3g", scale);
        return step.words() + scaled + kin.words();
    }
}
