package dev.sluice.model.delivery;

/**
 * Decides how many units a slot claims at once. A claim is worth about 100 µs of work, which spreads its cost over many
 * tiny units. Long units are claimed one by one, so that several slots share a chunk to its end.
 */
public final class ClaimSize {
    /** The largest claim [units]. */
    public static final int MOST_UNITS = 256;

    private static final long CLAIM_NANOS = 100_000;
    private static final int FORECAST_SHIFT = 3;

    private ClaimSize() {}

    /**
     * Units to claim, at least 1.
     *
     * @param forecastNanos time of one unit; 0 when unknown
     * @param queued units that no slot has claimed, at least 1
     */
    public static int units(long forecastNanos, long queued, int slots) {
        return units(forecastNanos, queued, slots, 1);
    }

    /**
     * Units to claim, at least 1, if each simulated unit stands for several of the application.
     *
     * @param together application units per simulated unit; 1 in a real run
     */
    public static int units(long forecastNanos, long queued, int slots, long together) {
        if (forecastNanos <= 0 || forecastNanos > CLAIM_NANOS) {
            return 1;
        }
        long worth = Math.min(MOST_UNITS / together, CLAIM_NANOS / forecastNanos);
        long share = queued / (2L * slots);
        return (int) Math.max(1, Math.min(worth, share));
    }

    /**
     * Updates the forecast unit time after a unit that took {@code nanos} [ns]. The forecast moves by an eighth of the
     * difference.
     *
     * @param forecastNanos the previous forecast; 0 if there was none
     */
    public static long forecastNanos(long forecastNanos, long nanos) {
        long next = forecastNanos == 0 ? nanos : forecastNanos + ((nanos - forecastNanos) >> FORECAST_SHIFT);
        return Math.max(1, next);
    }
}
