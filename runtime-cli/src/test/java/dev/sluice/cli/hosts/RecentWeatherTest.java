package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.RunRow;
import dev.sluice.insight.predict.Generalization;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.UnitTime;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.forecast.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers from the hosts and links that runs have recorded. */
class RecentWeatherTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

    private static final Instant MEASURED = Instant.ofEpochMilli(1_700_000_004_000L);

    private static final ApplicationKey SIEVE = new ApplicationKey("sieve", "org.example.Sieve", "ab", "");

    private static final double GIGA = 1L << 30;

    @TempDir
    Path directory;

    private History history;

    @BeforeEach
    void beginHistory() {
        history = new History(directory.resolve("state"), trouble -> {
            throw new AssertionError(trouble);
        });
    }

    private Path ended(String run) {
        Path left = directory.resolve(run);
        RunRow row = new RunRow(
                run, SIEVE, NOW, 1, 1, 1, 1, 1, 1, "höst", "m", "SS", "complete", 0, "", 1e-5, "0.1", "" + left);
        history.add(HistoryEntry.of(row, List.of()));
        return left;
    }

    private void left(String run) throws IOException {
        Weather weather = WeatherFileTest.weather(false);
        Path file = RunDirectory.weatherFile(Files.createDirectories(ended(run)));
        Files.writeString(file, WeatherJson.of(new Weather(run, false, weather.time(), weather.workers())));
    }

    @Test
    void shouldSayWhatIsForecast() throws Exception {
        left("first");

        Estimate share =
                Knowledge.ofHistory(history).availability("höst", MEASURED).orElseThrow();

        assertThat(share)
                .isEqualTo(new Estimate(0.7, 0.25, "forecasts: running mean of 2 values, run first", MEASURED));
        assertThat(Knowledge.ofHistory(history).availability("b", MEASURED)).isEmpty();
    }

    @Test
    void shouldCountForAPlanWhileItIsFresh() throws Exception {
        left("first");
        Knowledge knowledge = Knowledge.ofHistory(history);
        List<String> hosts = List.of("höst", "b");

        assertThat(HostKnowledge.of(knowledge, SIEVE, hosts, MEASURED.plusSeconds(600)))
                .isEqualTo(new HostKnowledge(Map.of(), Map.of("höst", 0.7)));
        assertThat(HostKnowledge.of(knowledge, SIEVE, hosts, MEASURED.plusSeconds(3_600)))
                .isEqualTo(HostKnowledge.NOTHING);
        assertThat(knowledge.freeBytes("höst", MEASURED.plusSeconds(600)))
                .as("the forecast less its mean error")
                .hasValue(2.75 * GIGA);
        assertThat(knowledge.freeBytes("höst", MEASURED.plusSeconds(3_600))).isEmpty();
    }

    @Test
    void shouldTakeTheLatestRunInWhichTheHostWas() throws Exception {
        left("first");
        left("second");
        ended("gone");
        Files.writeString(RunDirectory.weatherFile(Files.createDirectories(ended("damaged"))), "{\"schema\":");

        assertThat(Knowledge.ofHistory(history)
                        .availability("höst", MEASURED)
                        .orElseThrow()
                        .source())
                .endsWith(", run second");
    }

    /** The search widens over what the sensors know of a host on which nothing has been computed yet. */
    @Test
    void shouldLetAHostsProcessorBeKnownByItsSensors() throws Exception {
        left("first");
        history.add(HistoryEntry.of(List.of(new BenchmarkRow(
                "run", SIEVE, NOW, "other", "CPU", 2e9, 1, 50, 2, Double.NaN, Double.NaN, Double.NaN))));

        UnitTime time = Knowledge.ofHistory(history).unitSeconds(SIEVE, "höst").orElseThrow();

        assertThat(time.step()).isEqualTo(Generalization.MODEL);
        assertThat(time.estimate().value()).isEqualTo(2);
    }
}
