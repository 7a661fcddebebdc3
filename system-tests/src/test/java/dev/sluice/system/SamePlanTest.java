package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.insight.history.StateDirectory;
import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} and {@code run --plan auto --dry-run} with the same inputs and the same history. */
class SamePlanTest {
    private static final List<String> ARGUMENTS = List.of("--", "--units=60", "--compute-millis=20", "--words=12500");
    private static final double MBIT = 1e6 / 8;

    @TempDir
    Path directory;

    private final StandingWeather standing = new StandingWeather(StateDirectory.of(System.getenv()));
    private final RunId pool = new RunId("same-plan-test");

    /** A pool has found that the far hosts send at 2 Mbit/s. */
    @BeforeEach
    void measure() throws Exception {
        Instant now = Instant.now();
        PathWeather.Direction slow = new PathWeather.Direction(
                2 * MBIT, 0.02 * MBIT, 20, 0, now.minusSeconds(5).toEpochMilli());
        List<PathWeather> paths = List.of(
                new PathWeather("sp-far1", 0.0004, 20, Optional.of(slow), Optional.empty()),
                new PathWeather("sp-far2", 0.0004, 20, Optional.of(slow), Optional.empty()));
        standing.write(pool, new Weather(pool.text(), false, now, List.of(), "sp-near1", paths));
    }

    @AfterEach
    void forget() throws Exception {
        Files.deleteIfExists(
                StateDirectory.of(System.getenv()).resolve("weather").resolve(pool.text() + ".json"));
    }

    @Test
    void shouldPlanTheSameInBothCommands() throws Exception {
        Path view = Files.writeString(directory.resolve("view.yaml"), """
            name: three
            measured: 2026-01-01T00:00:00Z
            links:
              - {name: net}
              - {name: wan, parent: net, rate: 8 Mbit/s}
            hosts:
              - {name: sp-near1, link: net, slots: 1}
              - {name: sp-near2, link: net, slots: 2}
              - {name: sp-far1, link: wan, slots: 2}
              - {name: sp-far2, link: wan, slots: 2}
            """);
        Path prediction = directory.resolve("p.json");
        String jar = PoisonJar.in(directory, Numbers.class).toString();
        InProcess predicted = sluice(List.of("predict", jar, "--out=" + prediction, "--budget=30s", "--no-history"));
        assertThat(predicted.code()).as(predicted.err()).isZero();
        List<String> common =
                List.of("--view", view.toString(), "--prediction", prediction.toString(), "--goal=rate", "--json");
        JsonNode plan = json(sluice(with(List.of("plan", jar), common)));
        JsonNode run = json(sluice(with(List.of("run", jar, "--plan=auto", "--dry-run"), common)));
        for (String part : List.of("flow", "workers", "forecast", "unitsPerSecond")) {
            assertThat(run.path(part)).as(part).isEqualTo(plan.path(part));
            assertThat(plan.path(part).isMissingNode()).as(part).isFalse();
        }
        assertThat(run.at("/beliefs/0/bytesPerSecond")).isEqualTo(plan.at("/beliefs/0/bytesPerSecond"));
        assertThat(plan.at("/beliefs/0/link").asText()).isEqualTo("wan");
        assertThat(plan.at("/knowledge/0").asText()).contains("wan carries", "three says 8 Mbit/s", "view is stale");
        JsonNode written = json(sluice(with(List.of("plan", jar, "--as-written"), common)));
        assertThat(written.path("beliefs").isMissingNode()).isTrue();
        assertThat(written.path("knowledge").toString()).doesNotContain("wan carries", "stale");
        assertThat(written.at("/flow/unitsPerSecond").asDouble())
                .as("hosts beyond the link may be worth nothing in both")
                .isGreaterThanOrEqualTo(plan.at("/flow/unitsPerSecond").asDouble());
    }

    private static List<String> with(List<String> first, List<String> then) {
        List<String> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }

    private static InProcess sluice(List<String> words) {
        return InProcess.sluice(with(words, ARGUMENTS).toArray(String[]::new));
    }

    private static JsonNode json(InProcess command) {
        return command.json(0, "docs/plan.schema.json");
    }
}
