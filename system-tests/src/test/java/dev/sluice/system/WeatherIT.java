package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice hosts weather}, beside a run that goes on and after it. */
@NoLeaks
@Tag("long")
class WeatherIT {
    private static final String SCHEMA = "docs/weather.schema.json";
    private static final List<String> QUANTITIES =
            List.of("availability", "round-trip", "bandwidth-in", "bandwidth-out");
    private static final String RUN = "sluice-runs/mine";

    @TempDir
    Path directory;

    @Test
    void shouldShowTheWeatherOfARunAndKeepThatOfAWorkerThatWasKilled() throws Exception {
        try (MasterRun run = PoisonJar.listening(directory, 4_000)) {
            run.awaitPrinted("to join:");
            try (MasterRun first = PoisonJar.worker(directory);
                    MasterRun second = PoisonJar.worker(directory)) {
                run.awaitPrinted("w2 on");
                await().atMost(Duration.ofSeconds(90))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> known("w1", "kernel-files") && known("w2", "kernel-files"));
                JsonNode weather = weather();
                assertThat(weather.at("/live").asBoolean()).isTrue();
                for (JsonNode worker : weather.at("/workers")) {
                    assertReported(worker);
                }

                MasterRun.signal(killed(first), "KILL");
                await().until(() -> !first.isRunning());
                await().pollInterval(Duration.ofMillis(500))
                        .until(() -> weather()
                                .at("/workers")
                                .findValuesAsText("present")
                                .contains("false"));
                assertThat(series(weather(), "w1", "availability").at("/recent").size())
                        .as("values of either worker")
                        .isGreaterThanOrEqualTo(1);

                Path svg = directory.resolve("weather.svg");
                assertThat(weather("--svg", svg.toString()).out()).contains("(away)", "1 of 2 workers");
                assertThat(Files.readString(svg)).contains("Availability on the hosts of", "</svg>");

                PoisonJar.hurry(directory);
                assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
                assertThat(second.exitCodeWithin(60)).as(second.err()).isZero();
            }
        }
        assertThat(MasterRun.master(directory, "hosts", "weather").printed(0)).contains("is over", "w1", "w2");
        JsonNode left = RunSchema.read(Files.readString(directory.resolve(RUN).resolve("weather.json")), SCHEMA);
        assertThat(left.at("/live").asBoolean()).isFalse();
        for (String worker : List.of("w1", "w2")) {
            assertThat(series(left, worker, "availability")
                            .at("/forecast/measurements")
                            .asLong())
                    .isPositive();
            assertThat(series(left, worker, "availability").at("/recent").size())
                    .isPositive();
        }
        assertThat(weather()).isEqualTo(left);
    }

    private static ProcessHandle killed(MasterRun worker) {
        return ProcessHandle.of(worker.pid()).orElseThrow();
    }

    private static void assertReported(JsonNode worker) {
        JsonNode report = worker.at("/report");
        assertThat(report.at("/slots").asInt()).isOne();
        assertThat(report.at("/processors").asInt()).isPositive();
        assertThat(report.at("/availability").asDouble()).isBetween(0.0, 1.0);
        assertThat(report.at("/memoryBytes").asLong()).isPositive();
        assertThat(report.at("/processor/model").asText()).isNotBlank();
        assertThat(worker.at("/present").asBoolean()).isTrue();
        assertThat(quantities(worker)).containsAll(QUANTITIES);
    }

    private static List<String> quantities(JsonNode worker) {
        List<String> quantities = new ArrayList<>();
        worker.at("/series")
                .forEach(series -> quantities.add(series.at("/quantity").asText()));
        return quantities;
    }

    private boolean known(String worker, String source) throws Exception {
        for (JsonNode each : weather().at("/workers")) {
            if (each.at("/worker").asText().equals(worker)) {
                return each.at("/report/source").asText().equals(source)
                        && quantities(each).containsAll(QUANTITIES);
            }
        }
        return false;
    }

    private static JsonNode series(JsonNode weather, String worker, String quantity) {
        for (JsonNode each : weather.at("/workers")) {
            for (JsonNode series : each.at("/series")) {
                if (each.at("/worker").asText().equals(worker)
                        && series.at("/quantity").asText().equals(quantity)) {
                    return series;
                }
            }
        }
        throw new AssertionError("no " + quantity + " of " + worker + " in " + weather);
    }

    private JsonNode weather() {
        return weather("--json").json(0, SCHEMA);
    }

    private InProcess weather(String... options) {
        List<String> words = new ArrayList<>(
                List.of("hosts", "weather", directory.resolve(RUN).toString()));
        words.addAll(List.of(options));
        return InProcess.sluice(words.toArray(String[]::new));
    }
}
