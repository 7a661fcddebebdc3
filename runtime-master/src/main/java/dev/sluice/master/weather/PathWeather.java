package dev.sluice.master.weather;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.util.Optional;

/**
 * The path between a host and the master, as far as a run showed what it carries.
 *
 * @param host with a worker
 * @param leastRoundTripSeconds the shortest round trip; 0 if none was measured [s]
 * @param roundTrips number of measured round trips
 * @param toMaster the direction of results; empty if no transfer showed it
 * @param fromMaster the direction of inputs; likewise
 */
public record PathWeather(
        String host,
        double leastRoundTripSeconds,
        long roundTrips,
        @IfKnown Optional<Direction> toMaster,
        @IfKnown Optional<Direction> fromMaster) {
    /**
     * One direction.
     *
     * @param bytesPerSecond of the latest transfers that were little disturbed, without the round trip [bytes/s]
     * @param error mean absolute difference of these transfers from that [bytes/s]
     * @param transfers number of transfers that were looked at
     * @param carriedBytesPerSecond traffic of the run in busy seconds [bytes/s]
     * @param timeMillis of the newest transfer, since 1970 by the master's clock [ms]
     */
    public record Direction(
            double bytesPerSecond,
            double error,
            long transfers,
            double carriedBytesPerSecond,
            @Written(value = "time", instant = true) long timeMillis) {}
}
