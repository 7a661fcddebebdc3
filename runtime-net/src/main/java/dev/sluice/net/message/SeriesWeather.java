package dev.sluice.net.message;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.util.List;

/**
 * One series of measurements, and the forecast of its next value.
 *
 * @param sizes of a bandwidth; {@link SizeClass#TINY} for a quantity without classes
 * @param newest of the measurements
 * @param forecast of the next value
 * @param recent oldest first; may be empty
 */
public record SeriesWeather(
        Quantity quantity, SizeClass sizes, Measurement newest, Expected forecast, List<Measurement> recent) {
    /** Measurements of one series in a message. */
    public static final int MOST_RECENT = 1_024;

    /** The measured quantities. */
    public enum Quantity {
        /** Share of a processor that a new process would get, 0 to 1. */
        AVAILABILITY,
        /** Time from a heartbeat to its answer [s]. */
        ROUND_TRIP,
        /** Bandwidth of transfers to the master [bytes/s]. */
        BANDWIDTH_IN,
        /** Bandwidth of transfers from the master [bytes/s]. */
        BANDWIDTH_OUT,
        /** Memory available to a new process [bytes]. */
        FREE_MEMORY;

        /** Tells whether it differs by the size of a transfer. */
        public boolean hasSizes() {
            return this == BANDWIDTH_IN || this == BANDWIDTH_OUT;
        }
    }

    /**
     * One value, and its forecast.
     *
     * @param timeMillis since 1970 by the master's clock [ms]
     * @param forecast NaN for the first
     * @param error likewise
     * @param ownTraffic bytes of this run on the link at that time [bytes/s]
     */
    public record Measurement(
            @Written(value = "time", instant = true) long timeMillis,
            double value,
            @IfKnown double forecast,
            @IfKnown double error,
            @Written("ownBytesPerSecond") double ownTraffic) {
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
     * The forecast of the next value.
     *
     * @param meanAbsoluteError of the forecasts so far; NaN before the second measurement
     * @param rootMeanSquareError likewise
     * @param predictor its predictor, at most 64 characters
     * @param measurements so far
     */
    public record Expected(
            double value,
            @IfKnown double meanAbsoluteError,
            @IfKnown double rootMeanSquareError,
            String predictor,
            long measurements) {
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
