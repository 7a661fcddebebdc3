package dev.sluice.insight.predict;

import dev.sluice.model.forecast.Estimate;
import java.util.Locale;

/**
 * A time of the units of an application on a host: measured there, or derived from what was measured elsewhere.
 *
 * @param measured where it was measured
 * @param step how far from the host that is
 * @param otherBuild whether it was measured with another build of the application
 * @param scale factor from there to the host
 */
public record UnitTime(Estimate measured, Generalization step, boolean otherBuild, double scale) {
    /** The time, with its error: the change by scaling is added to the error, because it is a guess. */
    public Estimate estimate() {
        double value = measured.value() * scale;
        return new Estimate(
                value,
                measured.error() * scale + Math.abs(value - measured.value()),
                measured.source(),
                measured.time());
    }

    /** The derivation, for people. */
    String how(String exactly) {
        String scaled = scale == 1 ? "" : String.format(Locale.ROOT, " by %.3g", scale);
        return (step == Generalization.EXACT ? exactly : step.words())
                + scaled
                + (otherBuild ? ", of another build" : "");
    }

    /** The relative error; infinite if unknown, so that it sorts last. */
    double relativeError() {
        Estimate known = estimate();
        double relative = Math.abs(known.error() / known.value());
        return Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative;
    }
}
