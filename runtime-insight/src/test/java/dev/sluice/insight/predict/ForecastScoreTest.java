package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.OutcomeRow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastScoreTest {
    private static final ApplicationKey SIEVE = new ApplicationKey("sieve", "org.example.Sieve", "abcdef012345", "");
    private static final ApplicationKey OTHER = new ApplicationKey("other", "org.example.Other", "", "");

    private static OutcomeRow row(ApplicationKey application, String kind, double actual, String blame) {
        return new OutcomeRow(
                "run",
                application,
                Instant.EPOCH,
                kind,
                "a sample",
                true,
                true,
                10,
                9,
                11,
                0,
                0.1,
                actual,
                1,
                1,
                100,
                90,
                blame);
    }

    private static final EarlierOutcomes OUTCOMES = new EarlierOutcomes(List.of(
            row(OTHER, "local", 10, ""),
            row(SIEVE, "hosts", 10, ""),
            row(SIEVE, "hosts", 20, "start of f1"),
            row(SIEVE, "hosts", 8, "bytes of a result"),
            row(SIEVE, "local", 10, "")));

    @Test
    void shouldScoreEachApplicationByKind() {
        List<ForecastScore> scores = ForecastScore.of(OUTCOMES, "");
        assertThat(scores).extracting(ForecastScore::application).containsExactly("sieve", "other", "sieve");
        ForecastScore hosts = scores.get(0);
        assertThat(hosts.kind()).isEqualTo("hosts");
        assertThat(hosts.count()).isEqualTo(3);
        assertThat(hosts.held()).isCloseTo(1 / 3.0, within(1e-9));
        assertThat(hosts.medianError()).isCloseTo(0.25, within(1e-9));
        assertThat(hosts.worstError()).isCloseTo(-0.5, within(1e-9));
        assertThat(hosts.bias()).isCloseTo(0, within(1e-9));
        assertThat(hosts.blame()).as("the latest").isEqualTo("start of f1");
    }

    @Test
    void shouldLookAtOneApplicationOnly() {
        assertThat(ForecastScore.of(OUTCOMES, "sieve")).hasSize(2);
        assertThat(ForecastScore.of(OUTCOMES, "org.example.Other")).hasSize(1);
        assertThat(ForecastScore.of(OUTCOMES, "nothing")).isEmpty();
    }
}
