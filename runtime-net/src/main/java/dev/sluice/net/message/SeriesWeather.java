package dev.sluice.net.message;

import java.util.List;

/**
 * One series of measurements, and what it will be next.
 *
 * @param sizes of a bandwidth; {@link SizeClass#TINY} for what has no classes
 * @param newest of the measurements
 * @param forecast of the next
 * @param recent oldest first; may be empty
 */
public record SeriesWeather(
        Quantity quantity, SizeClass sizes, Measurement newest, Expected forecast, List<Measurement> recent) {
    /** Measurements of one series in a message. */
    public static final int MOST_RECENT = 1_024;

    /** What is measured. */
    public enum Quantity {
        /** What a new process would get of one processor, 0 to 1. */
        AVAILABILITY,
        /** From a heartbeat to its answer [s]. */
        ROUND_TRIP,
        /** Of transfers to the master [bytes/s]. */
        BANDWIDTH_IN,
        /** Of transfers from the master [bytes/s]. */
        BANDWIDTH_OUT;

        /** Whether it differs by the size of a transfer. */
        public boolean hasSizes() {
            return this == BANDWIDTH_IN || this == BANDWIDTH_OUT;
        }
    }

    /**
     * One value, and what had been forecast for it.
     *
     * @param timeMillis since 1970 by the master's clock [ms]
     * @param forecast not a number for the first
     * @param error likewise
     * @param ownTraffic bytes of this run on the link at that time [bytes/s]
     */
    public record Measurement(long timeMillis, double value, double forecast, double error, double ownTraffic) {
        public Measurement {
            Checks.notNegative("timeMillis", timeMillis);
            Checks.finite("value", value);
            Checks.finite("ownTraffic", ownTraffic);
            if (!Double.isNaN(forecast)) {
                Checks.finite("forecast", forecast);
                Checks.finite("error", error);
            }
        }
    }

    /**
     * What the next value will be.
     *
     * @param meanAbsoluteError of the forecasts so far; not a number before the second measurement
     * @param rootMeanSquareError likewise
     * @param predictor whose it is, at most 64 characters
     * @param measurements so far
     */
    public record Expected(
            double value, double meanAbsoluteError, double rootMeanSquareError, String predictor, long measurements) {
        public Expected {
            Checks.finite("forecast", value);
            if (Double.isInfinite(meanAbsoluteError) || Double.isInfinite(rootMeanSquareError)) {
                throw new IllegalArgumentException("errors: infinite (expected: numbers)");
            }
            predictor = Checks.atMost(64, predictor);
            Checks.notNegative("measurements", measurements);
        }
    }

    public SeriesWeather {
        Checks.between("recent", recent.size(), 0, MOST_RECENT);
        recent = List.copyOf(recent);
    }
}
