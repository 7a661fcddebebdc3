package dev.sluice.insight.correct;

/**
 * A forecast of transfers of one direction between two hosts.
 *
 * @param from name of the sending host
 * @param to name of the receiving host
 * @param bytesPerSecond payload of the next large transfer [bytes/s]
 * @param error mean absolute error of the forecasts so far [bytes/s]
 * @param count number of measurements
 * @param carried payload per second of the run on this path when it was busiest [bytes/s]
 * @param ageSeconds since the newest measurement [s]
 * @param run that measured it
 */
public record PathForecast(
        String from,
        String to,
        double bytesPerSecond,
        double error,
        long count,
        double carried,
        double ageSeconds,
        String run) {
    /** The same path as two workers on one host measured it. */
    public PathForecast beside(PathForecast other) {
        PathForecast faster = other.bytesPerSecond > bytesPerSecond ? other : this;
        return new PathForecast(
                from,
                to,
                faster.bytesPerSecond,
                faster.error,
                count + other.count,
                carried + other.carried,
                Math.min(ageSeconds, other.ageSeconds),
                run);
    }
}
