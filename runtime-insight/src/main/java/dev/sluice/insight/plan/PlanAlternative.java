package dev.sluice.insight.plan;

import dev.sluice.model.forecast.Calibration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way to place a run, as planned.
 *
 * @param master host of the master
 * @param workers hosts that compute, the most valuable first
 * @param slots of these hosts
 * @param here whether all of it is this machine
 * @param preference sum of the weights of preferred hosts among the workers
 * @param rate expected rate [units/s]
 * @param time expected time; {@link Time#UNKNOWN} without a number of units
 */
public record PlanAlternative(
        String master, List<String> workers, int slots, boolean here, int preference, double rate, Time time) {
    /**
     * The time from the command to the end.
     *
     * @param low lower end of the interval [s]
     * @param high upper end of the interval [s]
     * @param workerSeconds time for which slots are held, summed [s]
     */
    public record Time(double seconds, double low, double high, double workerSeconds) {
        /** The time of a run of unknown length. */
        public static final Time UNKNOWN = new Time(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** The time of a forecast; {@link #UNKNOWN} if there is none. */
        static Time of(@Nullable PlanForecast forecast) {
            return forecast == null
                    ? UNKNOWN
                    : new Time(
                            forecast.makespan().seconds(),
                            forecast.makespan().low(),
                            forecast.makespan().high(),
                            forecast.workerSeconds());
        }

        /** The time that nine of ten runs do not exceed; the expected one without an interval [s]. */
        double late() {
            return Double.isFinite(high) ? Calibration.late(seconds, high) : seconds;
        }

        /** Tells whether it is a time. */
        public boolean isKnown() {
            return Double.isFinite(seconds);
        }
    }

    public PlanAlternative {
        workers = List.copyOf(workers);
    }

    /** The same, with the time of a forecast. */
    PlanAlternative with(PlanForecast forecast) {
        return new PlanAlternative(master, workers, slots, here, preference, rate, Time.of(forecast));
    }

    double seconds() {
        return time.seconds();
    }

    double late() {
        return time.late();
    }
}
