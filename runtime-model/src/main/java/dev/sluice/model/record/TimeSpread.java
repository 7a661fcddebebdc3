package dev.sluice.model.record;

import dev.sluice.model.Amount;

/**
 * How long something took, exact to 1 %.
 *
 * @param count how often it was measured, at least once
 * @param p50Seconds within which half of them ended [s]
 * @param p95Seconds within which 95 % ended [s]
 * @param p99Seconds within which 99 % ended [s]
 * @param sumSeconds of all of them [s]
 */
public record TimeSpread(long count, double p50Seconds, double p95Seconds, double p99Seconds, double sumSeconds) {
    /** The quantiles, for people. */
    String words() {
        return "median " + Amount.seconds(p50Seconds) + ", 95 % up to " + Amount.seconds(p95Seconds) + ", 99 % up to "
                + Amount.seconds(p99Seconds);
    }
}
