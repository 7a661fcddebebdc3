package dev.sluice.insight.information;

import dev.sluice.model.forecast.Estimate;
import java.util.Locale;
import java.util.Optional;

/**
 * A fact that answers a question.
 *
 * @param fact of the provider, unchanged
 * @param provider its name
 * @param step how far the question was generalized
 * @param kin likewise, for the application
 * @param scale factor for the fact's number
 */
public record Answer(Fact fact, String provider, Generalization step, ApplicationMatch kin, double scale) {
    /**
     * The number, with its error: the change by scaling is added to the error, because it is a guess. Empty if the
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

    /** The answer as text. */
    public String value() {
        return estimate()
                .map(number -> scale == 1 ? fact.value() : String.valueOf(number.value()))
                .orElse(fact.value());
    }

    /** The derivation of the answer, for people. */
    public String how() {
        String scaled = scale == 1 ? "" : String.format(Locale.ROOT, " by %.3g", scale);
        return step.words() + scaled + kin.words();
    }
}
