package dev.sluice.insight.history;

import java.time.Instant;

/**
 * A forecast of a run beside what the run took. Unknown numbers are NaN.
 *
 * @param run its id
 * @param kind the kind of run: embedded, local, listen, hosts, slurm, pool, planned or serial
 * @param source where the costs of units came from: a sample, a prediction file, or earlier runs
 * @param asked whether somebody asked for the forecast
 * @param shown whether the run showed it before it began
 * @param seconds forecast of the time from the command to the end, or of what {@code actualSeconds} counts [s]
 * @param lowSeconds lower end of its interval [s]
 * @param highSeconds upper end of its interval [s]
 * @param bias logarithm of the correction by earlier outcomes that {@code seconds} has
 * @param sigma standard deviation of the logarithm of the time, before calibration
 * @param actualSeconds what the same took [s]
 * @param startSeconds forecast of the time until the first slot could compute [s]
 * @param actualStartSeconds what that took [s]
 * @param rate units per second that the model allowed
 * @param actualRate units per second in steady state
 * @param blame the figure that explains most of a miss; empty if the interval held, or if no figure explains it
 */
public record OutcomeRow(
        String run,
        ApplicationKey application,
        Instant time,
        String kind,
        String source,
        boolean asked,
        boolean shown,
        double seconds,
        double lowSeconds,
        double highSeconds,
        double bias,
        double sigma,
        double actualSeconds,
        double startSeconds,
        double actualStartSeconds,
        double rate,
        double actualRate,
        String blame) {
    /** Tells whether the actual time lies in the interval. */
    public boolean held() {
        return lowSeconds <= actualSeconds && actualSeconds <= highSeconds;
    }

    /** The error of the forecast before its correction: the logarithm of actual over predicted time. */
    public double logError() {
        return Math.log(actualSeconds / seconds) + bias;
    }

    /** Tells whether the outcome calibrates later forecasts. */
    public boolean counts() {
        return seconds > 0 && actualSeconds > 0 && sigma > 0 && Double.isFinite(logError());
    }

    /** The relative error, as a fraction of the actual time; positive if the forecast was too high. */
    public double error() {
        return seconds / actualSeconds - 1;
    }
}
