package dev.sluice.insight.weather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.correct.TripForecast;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WeatherPathsTest {
    private static PathWeather path(double roundTripSeconds) {
        return new PathWeather("far", roundTripSeconds, 5, Optional.empty(), Optional.empty());
    }

    private static Weather run(String name, PathWeather... paths) {
        return new Weather(name, false, Instant.EPOCH, List.of(), "near", List.of(paths));
    }

    @Test
    void shouldTakeTheShortestRoundTripOfTheLatestRun() {
        List<Weather> latestFirst =
                List.of(run("latest", path(0.05), path(0.02), path(0.04)), run("before", path(0.01)));
        assertThat(WeatherPaths.of(latestFirst, Instant.EPOCH).trips())
                .containsExactly(new TripForecast("far", "near", 0.02, 5, 0, "latest"));
    }
}
