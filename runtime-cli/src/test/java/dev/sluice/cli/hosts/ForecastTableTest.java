package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.predict.ForecastScore;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTableTest {
    private static final ForecastScore SCORE = new ForecastScore(
            "sieve", "org.example.Sieve", "hosts", 20, 0.95, 0.042, -0.31, 0.012, "share of a processor on f2");

    @Test
    void shouldShowCoverageAndErrors() {
        List<String> lines = ForecastTable.text(List.of(SCORE)).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("application  kind   forecasts  held");
        assertThat(lines.get(1))
                .matches("sieve +hosts +20 +95 % +4\\.2 % +-31\\.0 % +\\+1\\.2 % +share of a processor on f2");
        assertThat(ForecastTable.text(List.of())).startsWith("no forecasts are remembered");
    }

    @Test
    void shouldWriteTheSameAsJson() {
        JsonTree score = JsonTree.parse(Path.of("forecasts"), Json.of(SCORE));
        assertThat(score.at("kind").text()).isEqualTo("hosts");
        assertThat(score.at("held").number()).isEqualTo(0.95);
        assertThat(score.at("worstError").number()).isEqualTo(-0.31);
        assertThat(score.at("latestBlame").text()).isEqualTo("share of a processor on f2");
    }
}
