package dev.sluice.insight.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.master.weather.Weather;
import dev.sluice.model.RunId;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.WorkerWeather;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandingWeatherTest {
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    Path state;

    private static Weather weather(String pool, Instant time, String host) {
        return new Weather(
                pool, false, time, List.of(new WorkerWeather(1, host, false, 0, HostReport.NONE, List.of())));
    }

    private void write(int pool) throws IOException {
        String name = "pool-" + pool;
        new StandingWeather(state).write(new RunId(name), weather(name, NOW.plusSeconds(pool), "h"));
        Files.setLastModifiedTime(file(name), FileTime.from(NOW.plusSeconds(pool)));
    }

    private Path file(String pool) {
        return state.resolve("weather").resolve(pool + ".json");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(state.resolve("weather"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldFindNothingWherePoolsHaveLeftNothing() {
        assertThat(new StandingWeather(state.resolve("none")).all()).isEmpty();
    }

    @Test
    void shouldReplaceTheFileOfAPool() throws Exception {
        write(1);
        new StandingWeather(state).write(new RunId("pool-1"), weather("pool-1", NOW, "other"));

        assertThat(names()).containsExactly("pool-1.json");
        assertThat(new StandingWeather(state).all()).containsExactly(weather("pool-1", NOW, "other"));
    }

    @Test
    void shouldKeepTheLatestFilesOnly() throws Exception {
        for (int pool = 1; pool <= 30; pool++) {
            write(pool);
        }
        assertThat(names()).hasSize(8);
        assertThat(new StandingWeather(state).all())
                .extracting(Weather::run)
                .startsWith("pool-30", "pool-29")
                .hasSize(8);
    }

    @Test
    void shouldSkipDamagedFiles() throws Exception {
        write(1);
        Files.writeString(file("pool-2"), "{\"schema\":");
        Files.writeString(file("pool-3"), "");
        assertThat(new StandingWeather(state).all()).extracting(Weather::run).containsExactly("pool-1");
    }

    @Test
    void shouldLeaveTheEarlierFileWhenTheNextIsTooLarge() throws Exception {
        write(1);
        Weather large = new Weather(
                "pool-1",
                false,
                NOW,
                IntStream.rangeClosed(1, 1_000)
                        .mapToObj(number ->
                                new WorkerWeather(number, "h".repeat(20_000), false, 0, HostReport.NONE, List.of()))
                        .toList());
        assertThatThrownBy(() -> new StandingWeather(state).write(new RunId("pool-1"), large))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: at most");
        assertThat(names()).containsExactly("pool-1.json");
        assertThat(new StandingWeather(state).all()).hasSize(1);
    }
}
