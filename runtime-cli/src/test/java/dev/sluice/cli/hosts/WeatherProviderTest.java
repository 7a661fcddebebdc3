package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.RunRow;
import dev.sluice.insight.information.Answer;
import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Generalization;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.weather.Weather;
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
class WeatherProviderTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

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
        ApplicationKey application = new ApplicationKey("sieve", "org.example.Sieve", "ab", "");
        RunRow row = new RunRow(
                run, application, NOW, 1, 1, 1, 1, 1, 1, "höst", "m", "SS", "complete", 0, "", 1e-5, "0.1", "" + left);
        history.add(HistoryEntry.of(row, List.of()));
        return left;
    }

    private void left(String run) throws IOException {
        Weather weather = WeatherFileTest.weather(false);
        Path file = RunDirectory.weatherFile(Files.createDirectories(ended(run)));
        Files.writeString(file, WeatherJson.of(new Weather(run, false, weather.time(), weather.workers())));
    }

    private List<Answer> ask(Map<String, String> given, String asked, Provider... others) {
        return Knowledge.of(List.of(others), history, RecentWeather.left(history))
                .ask(new Question(given, asked));
    }

    @Test
    void shouldSayWhatWasMeasuredAndWhatIsForecast() throws Exception {
        left("first");

        List<Answer> answers = ask(Map.of("host", "höst"), "availability");

        assertThat(answers).extracting(Answer::provider).containsExactly("sensors", "forecasts");
        assertThat(answers).extracting(answer -> answer.fact().number()).containsExactly(0.75, 0.7);
        assertThat(answers.get(1).fact().error()).isEqualTo(0.25);
        assertThat(answers.get(1).fact().source()).isEqualTo("running mean of 2 values, run first");
        assertThat(answers.get(1).fact().time()).isEqualTo(Instant.ofEpochMilli(1_700_000_004_000L));
        assertThat(Knowledge.of(List.of(), history, RecentWeather.left(history))
                        .pick(new Question(Map.of("host", "höst"), "availability"))
                        .orElseThrow()
                        .provider())
                .isEqualTo("forecasts");
    }

    @Test
    void shouldCountForAPlanWhileItIsFresh() throws Exception {
        left("first");
        Knowledge knowledge = Knowledge.of(List.of(), history, RecentWeather.left(history));
        ApplicationKey application = new ApplicationKey("sieve", "org.example.Sieve", "ab", "");
        Instant measured = Instant.ofEpochMilli(1_700_000_004_000L);
        List<String> hosts = List.of("höst", "b");

        assertThat(HostKnowledge.of(knowledge, application, hosts, measured.plusSeconds(600)))
                .isEqualTo(new HostKnowledge(Map.of(), Map.of("höst", 0.7)));
        assertThat(HostKnowledge.of(knowledge, application, hosts, measured.plusSeconds(3_600)))
                .isEqualTo(HostKnowledge.NOTHING);
        assertThat(HostKnowledge.freeBytes(knowledge, "höst", measured.plusSeconds(600)))
                .as("the forecast less its mean error")
                .hasValue(2.75 * GIGA);
        assertThat(HostKnowledge.freeBytes(knowledge, "höst", measured.plusSeconds(3_600)))
                .isEmpty();
    }

    @Test
    void shouldTellBandwidthsBySizesOfTransfers() throws Exception {
        left("first");

        assertThat(ask(Map.of("host", "höst", "sizes", "large"), "bandwidth-in"))
                .extracting(answer -> answer.fact().number())
                .containsExactly(1.15e8, 1.15e8);
        assertThat(ask(Map.of("host", "höst", "sizes", "tiny"), "bandwidth-in")).isEmpty();
        assertThat(ask(Map.of("host", "höst"), "bandwidth-out")).isEmpty();
        assertThat(ask(Map.of("host", "b"), "availability")).isEmpty();
    }

    @Test
    void shouldForecastFreeMemory() throws Exception {
        left("first");

        List<Answer> answers = ask(Map.of("host", "höst"), "free-memory");

        assertThat(answers).extracting(answer -> answer.fact().number()).containsExactly(3.0 * GIGA, 3.25 * GIGA);
        assertThat(answers.get(1).fact().error()).isEqualTo(0.5 * GIGA);
    }

    @Test
    void shouldTakeTheLatestRunInWhichTheHostWas() throws Exception {
        left("first");
        left("second");
        ended("gone");
        Files.writeString(RunDirectory.weatherFile(Files.createDirectories(ended("damaged"))), "{\"schema\":");

        assertThat(ask(Map.of("host", "höst"), "availability"))
                .extracting(answer -> answer.fact().source())
                .containsExactly("measured, run second", "running mean of 2 values, run second");
    }

    /** The search widens over what the sensors know of a host on which nothing has been computed yet. */
    @Test
    void shouldLetAHostsProcessorBeKnownByItsSensors() throws Exception {
        left("first");

        List<Answer> answers = ask(Map.of("application", "sieve", "host", "höst"), "unit-seconds", new Provider() {
            @Override
            public String name() {
                return "stated";
            }

            @Override
            public List<Fact> facts(Question question) {
                Map<String, String> about = Map.of("application", "sieve", "host", "other", "processor", "CPU");
                Fact fact = new Fact(about, "unit-seconds", "2", 2, Double.NaN, "test", NOW);
                return fact.agreesWith(question) ? List.of(fact) : List.of();
            }
        });

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.step()).isEqualTo(Generalization.MODEL);
            assertThat(answer.fact().number()).isEqualTo(2);
        });
        assertThat(ask(Map.of("host", "höst"), "processors"))
                .singleElement()
                .satisfies(answer -> assertThat(answer.value()).isEqualTo("2"));
        assertThat(ask(Map.of("processor", "CPU"), "clock-hertz"))
                .extracting(answer -> answer.fact().number())
                .contains(2.6e9);
    }
}
