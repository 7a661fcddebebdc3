package dev.sluice.model.delivery;

/**
 * How many units a slot claims at once. A claim is worth about 100 µs of work, so that its cost is spread over many
 * tiny units. Long units are claimed one by one, and several slots share a chunk to its end.
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
     * Units to claim, at least 1, if each of them stands for several of the application.
     *
     * @param together how many each stands for; 1 in a real run
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
     * The forecast time of the next unit, after one that took so long [ns]. It moves by an eighth of the difference.
     *
     * @param forecastNanos the forecast before; 0 when there was none
     */
    public static long forecastNanos(long forecastNanos, long nanos) {
        long next = forecastNanos == 0 ? nanos : forecastNanos + ((nanos - forecastNanos) >> FORECAST_SHIFT);
        return Math.max(1, next);
    }
}
