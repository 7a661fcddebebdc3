package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.Executed;
import dev.sluice.insight.weather.WeatherFile;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WorkerWeather;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weather as file, table and picture. */
public class WeatherFileTest {
    @TempDir
    Path directory;

    public static Weather weather(boolean live) {
        Measurement first = new Measurement(1_700_000_000_000L, 0.5, Double.NaN, Double.NaN, 0);
        Measurement second = new Measurement(1_700_000_004_000L, 0.75, 0.5, 0.25, 1_000);
        SeriesWeather availability = new SeriesWeather(
                Quantity.AVAILABILITY,
                SizeClass.TINY,
                second,
                new Expected(0.7, 0.25, 0.3, "running mean", 2),
                List.of(first, second));
        SeriesWeather in = new SeriesWeather(
                Quantity.BANDWIDTH_IN,
                SizeClass.LARGE,
                new Measurement(1_700_000_004_000L, 1.15e8, Double.NaN, Double.NaN, 3e7),
                new Expected(1.15e8, Double.NaN, Double.NaN, "running mean", 1),
                List.of());
        SeriesWeather free = new SeriesWeather(
                Quantity.FREE_MEMORY,
                SizeClass.TINY,
                new Measurement(1_700_000_004_000L, 3L << 30, 3.5 * (1L << 30), 0.5 * (1L << 30), 0),
                new Expected(3.25 * (1L << 30), 0.5 * (1L << 30), 0.5 * (1L << 30), "running mean", 2),
                List.of());
        HostReport report = new HostReport(
                3,
                4_000_000_000L,
                2,
                new HostReport.Processors(2, 500),
                751,
                new HostReport.Load(1_250, 700, new HostReport.Times(10, 20, 30, 40, 50, 60, 70)),
                new HostReport.Memory(3L << 30, 8L << 30),
                1_500_000_000L,
                HostReport.Source.KERNEL_FILES,
                Optional.of(new HostReport.Processor("CPU", 2_600)),
                List.of());
        return new Weather(
                "run-1",
                live,
                Instant.ofEpochMilli(1_700_000_005_000L),
                List.of(
                        new WorkerWeather(1, "höst", live, 1_700_000_004_500L, report, List.of(availability, in, free)),
                        new WorkerWeather(2, "b", false, 0, HostReport.NONE, List.of())));
    }

    @Test
    void shouldReadWhatItWrote() throws Exception {
        Path file = directory.resolve("weather.json");
        Files.writeString(file, WeatherJson.of(weather(false)));

        assertThat(WeatherFile.read(file)).isEqualTo(weather(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"schema\": \"sluice-weather-2\", \"run\": \"a\"}",
                "{\"schema\":\"sluice-weather-1\",\"run\":\"a\",\"time\":\"soon\",\"workers\":[]}",
                "{\"schema\":\"sluice-weather-1\",\"run\":\"a\",\"time\":\"2026-01-01T00:00:00Z\",\"workers\":[{\"worker\":\"w0\"}]}"
            })
    void shouldSayWhatIsWrongWithAFile(String text) throws Exception {
        Path file = directory.resolve("weather.json");
        Files.writeString(file, text);

        assertThatThrownBy(() -> WeatherFile.read(file))
                .isInstanceOf(SluiceException.class)
                .hasMessageStartingWith(file.toString())
                .extracting(e -> ((SluiceException) e).code())
                .isEqualTo(ErrorCode.WEATHER_UNUSABLE);
    }

    @Test
    void shouldShowARowForEachWorker() {
        String table = WeatherTable.of(weather(true), 10);

        assertThat(table.lines().toList().get(0)).isEqualTo("run-1: 1 of 2 workers, 2023-11-14T22:13:25Z");
        assertThat(table)
                .contains(
                        "w1      höst",
                        "0.5 of 2",
                        "75 %",
                        "70 ± 25.0 %",
                        "1.25",
                        "3.0 GiB",
                        "3.3 ± 0.5 GiB",
                        "-/-/-/115")
                .contains("b (away)");
        assertThat(WeatherTable.of(weather(true), 1)).contains("and 1 more").doesNotContain("away");
        assertThat(WeatherTable.of(weather(false), 10))
                .contains("run-1 is over")
                .doesNotContain("away");
        assertThat(WeatherTable.of(new Weather("r", true, Instant.EPOCH, List.of()), 10))
                .contains("no worker has joined");
    }

    @Test
    void shouldDrawTheHostsThatSaidSomething() {
        assertThat(WeatherCommand.WeatherPictures.picture(weather(true)).svg())
                .contains("höst, w1", "next 70 % ± 25.0, by running mean");
        assertThat(WeatherCommand.WeatherPictures.page(weather(false))).contains("The weather of run-1", "0.5 of 2");
        assertThatThrownBy(
                        () -> WeatherCommand.WeatherPictures.picture(new Weather("r", true, Instant.EPOCH, List.of())))
                .hasMessageContaining("no host has said");
    }

    @Test
    void shouldSayWhereThereIsNoWeather() throws Exception {
        Executed none = Executed.sluice("hosts", "weather", directory.toString());
        assertThat(none.code()).isEqualTo(4);
        assertThat(none.err()).contains("E430", "has no weather file (expected: a running run");

        Files.writeString(directory.resolve("weather.json"), WeatherJson.of(weather(false)));
        Executed kept = Executed.sluice("hosts", "weather", directory.toString(), "--once");
        assertThat(kept.code()).as(kept.err()).isZero();
        assertThat(kept.out()).contains("run-1 is over", "höst");
        Executed json = Executed.sluice(
                "hosts", "weather", directory.resolve("weather.json").toString(), "--json");
        assertThat(json.out().strip()).isEqualTo(WeatherJson.of(weather(false)));
        assertThat(Executed.sluice("hosts", "weather", "nowhere").err()).contains("E204", "nowhere");
    }
}
