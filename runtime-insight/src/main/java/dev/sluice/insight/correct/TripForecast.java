package dev.sluice.insight.correct;

/**
 * The round trip between two hosts.
 *
 * @param seconds the shortest one, which queues delay least [s]
 * @param count number of measurements
 * @param ageSeconds since the newest measurement [s]
 * @param run that measured it
 */
public record TripForecast(String one, String other, double seconds, long count, double ageSeconds, String run) {}
