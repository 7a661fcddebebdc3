package dev.sluice.insight.history;

import java.time.Instant;

/**
 * A forecast of a run from earlier runs, and the time that the run took. Recorded for runs that nobody asked to
 * predict, to learn whether such forecasts hold.
 *
 * @param run its id
 * @param seconds forecast of the run, or of its first cycle
 * @param lowSeconds lower end of the interval
 * @param highSeconds upper end of the interval
 * @param actualSeconds what the same took
 */
public record ForecastRow(
        String run,
        ApplicationKey application,
        Instant time,
        double seconds,
        double lowSeconds,
        double highSeconds,
        double actualSeconds) {
    /** Tells whether the actual time lies in the interval. */
    public boolean held() {
        return lowSeconds <= actualSeconds && actualSeconds <= highSeconds;
    }
}
