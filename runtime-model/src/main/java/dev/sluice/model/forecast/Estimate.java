package dev.sluice.model.forecast;

import java.time.Instant;

/**
 * A value used in a decision, with its expected error, source and time.
 *
 * @param value the value, in the unit of the estimated quantity
 * @param error expected mean absolute error, in the same unit, 0 or more; NaN if unknown
 * @param source source as shown to users: "forecast of sliding median 10", "run history"
 * @param time when the value was known
 */
public record Estimate(double value, double error, String source, Instant time) {
    public Estimate {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("an estimate of " + value + " (expected: a finite number)");
        }
        if (error < 0) {
            throw new IllegalArgumentException("an error of " + error + " (expected: 0 or more, or NaN where unknown)");
        }
        if (source.isEmpty()) {
            throw new IllegalArgumentException("an estimate without a source (expected: who says so)");
        }
    }

    /** True if the error is known. */
    public boolean hasError() {
        return !Double.isNaN(error);
    }
}
