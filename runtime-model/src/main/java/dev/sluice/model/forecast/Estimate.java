package dev.sluice.model.forecast;

import java.time.Instant;

/**
 * A number that something is decided with: what, how sure, from whom, and when.
 *
 * @param value in the unit of what it is an estimate of
 * @param error the mean absolute error to be expected, in the same unit, 0 or more; NaN where unknown
 * @param source who says so, as people shall read it: "forecast of sliding median 10", "run history"
 * @param time when that was known
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

    /** Whether anything is known about how sure it is. */
    public boolean hasError() {
        return !Double.isNaN(error);
    }
}
