package dev.sluice.insight.weather;

import dev.sluice.insight.correct.PathForecast;
import dev.sluice.insight.correct.TripForecast;
import java.time.Instant;
import java.util.List;

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

    /** Reads the paths of what runs and pools have left. */
    public static WeatherPaths of(RecentWeather weather, Instant now) {
        return new WeatherPaths(List.of(), List.of());
    }
}
