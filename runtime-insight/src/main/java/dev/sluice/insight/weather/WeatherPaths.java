package dev.sluice.insight.weather;

import dev.sluice.insight.correct.PathForecast;
import dev.sluice.insight.correct.TripForecast;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.net.runfile.ThisHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paths between hosts that the latest runs measured, for the correction of network views.
 *
 * @param paths one for each direction between two hosts
 * @param trips one for each pair of hosts
 */
public record WeatherPaths(List<PathForecast> paths, List<TripForecast> trips) {
    public WeatherPaths {
        paths = List.copyOf(paths);
        trips = List.copyOf(trips);
    }

    /** A direction between two hosts. */
    private record Ends(String from, String to) {}

    /** Reads the paths of what runs and pools have left; of several that measured a path, the latest counts. */
    public static WeatherPaths of(RecentWeather weather, Instant now) {
        return of(weather.latestFirst(), now);
    }

    static WeatherPaths of(List<Weather> latestFirst, Instant now) {
        Map<Ends, PathForecast> paths = new LinkedHashMap<>();
        Map<Ends, TripForecast> trips = new LinkedHashMap<>();
        for (Weather each : latestFirst) {
            String master = each.master().isEmpty() ? ThisHost.name() : each.master();
            Map<Ends, PathForecast> here = new LinkedHashMap<>();
            Map<Ends, TripForecast> tripsHere = new LinkedHashMap<>();
            for (PathWeather path : each.paths()) {
                direction(path.toMaster(), new Ends(path.host(), master), each, now, here);
                direction(path.fromMaster(), new Ends(master, path.host()), each, now, here);
                if (path.roundTrips() > 0) {
                    TripForecast trip = new TripForecast(
                            path.host(),
                            master,
                            path.leastRoundTripSeconds(),
                            path.roundTrips(),
                            age(each.time(), now),
                            each.run());
                    tripsHere.merge(new Ends(path.host(), master), trip, WeatherPaths::shorter);
                }
            }
            here.forEach(paths::putIfAbsent);
            tripsHere.forEach(trips::putIfAbsent);
        }
        return new WeatherPaths(new ArrayList<>(paths.values()), new ArrayList<>(trips.values()));
    }

    /** Workers on one host share its path: the fastest transfer counts, and the traffic of all. */
    private static void direction(
            Optional<PathWeather.Direction> measured, Ends ends, Weather of, Instant now, Map<Ends, PathForecast> all) {
        measured.ifPresent(direction -> all.merge(
                ends,
                new PathForecast(
                        ends.from(),
                        ends.to(),
                        direction.bytesPerSecond(),
                        direction.error(),
                        direction.transfers(),
                        direction.carriedBytesPerSecond(),
                        age(Instant.ofEpochMilli(direction.timeMillis()), now),
                        of.run()),
                PathForecast::beside));
    }

    /** Queues delay the other one. */
    private static TripForecast shorter(TripForecast one, TripForecast other) {
        return other.seconds() < one.seconds() ? other : one;
    }

    /** Clocks of hosts differ, so an age is never negative [s]. */
    private static double age(Instant time, Instant now) {
        return Math.max(0, Duration.between(time, now).toMillis() / 1e3);
    }
}
