package dev.sluice.insight.correct;

/**
 * A forecast of the round trip between two hosts.
 *
 * @param seconds of the next round trip [s]
 * @param error mean absolute error of the forecasts so far [s]
 * @param count number of measurements
 * @param ageSeconds since the newest measurement [s]
 * @param run that measured it
 */
public record TripForecast(
        String one, String other, double seconds, double error, long count, double ageSeconds, String run) {}
