package dev.sluice.insight.knowledge;

import dev.sluice.insight.correct.PathForecast;
import dev.sluice.insight.correct.TripForecast;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.insight.weather.WeatherPaths;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sources of knowledge about machines: the history of runs, and the state of hosts and links that runs and pools
 * have left. For one thread.
 *
 * @param application of the run; null if it is not known, and then no host has a speed from the history
 * @param paths between hosts, as measured by the latest run that measured them
 * @param trips likewise
 */
public record MachineSources(
        Knowledge knowledge,
        @Nullable ApplicationKey application,
        List<PathForecast> paths,
        List<TripForecast> trips,
        Instant now) {
    public MachineSources {
        paths = List.copyOf(paths);
        trips = List.copyOf(trips);
    }

    /** Everything that this user's history has. */
    public static MachineSources of(History history, @Nullable ApplicationKey application) {
        RecentWeather weather = new RecentWeather(history);
        Instant now = Instant.now();
        WeatherPaths paths = WeatherPaths.of(weather, now);
        return new MachineSources(Knowledge.of(history, weather), application, paths.paths(), paths.trips(), now);
    }
}
