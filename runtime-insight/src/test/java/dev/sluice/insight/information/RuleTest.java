package dev.sluice.insight.information;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

    private static Answer answer(String provider, Generalization step, double value, double error, Duration age) {
        Fact fact = new Fact(Map.of(), "unit-seconds", String.valueOf(value), value, error, "test", NOW.minus(age));
        return new Answer(fact, provider, step, ApplicationMatch.SAME, 1);
    }

    private static final List<Answer> ANSWERS = List.of(
            answer("unsure", Generalization.EXACT, 1, Double.NaN, Duration.ofDays(2)),
            answer("exact", Generalization.EXACT, 1, 0.5, Duration.ofDays(3)),
            answer("sure", Generalization.MODEL, 100, 1, Duration.ofDays(9)),
            answer("recent", Generalization.CLOCK, 1, 0.4, Duration.ofHours(1)),
            answer("tomorrow", Generalization.CLOCK, 1, 0.4, Duration.ofDays(-1)));

    private static void assertPicked(String provider, Answer... answers) {
        assertThat(Rule.pick(List.of(answers), NOW).map(Answer::provider)).contains(provider);
    }

    @Test
    void shouldPickTheLeastGeneralizedThenTheSurestThenTheLatest() {
        assertPicked("exact", ANSWERS.toArray(Answer[]::new));
        assertPicked("recent", ANSWERS.get(3), answer("older", Generalization.CLOCK, 1, 0.4, Duration.ofHours(2)));
    }

    @Test
    void shouldPickNothingOfNothing() {
        assertThat(Rule.pick(List.of(), NOW)).isEmpty();
    }

    @Test
    void shouldTakeClocksOfOtherHostsThatAreALittleAhead() {
        assertPicked("recent", ANSWERS.get(3), ANSWERS.get(4)); // tomorrow's clock is wrong
        assertPicked("ahead", ANSWERS.get(3), answer("ahead", Generalization.CLOCK, 1, 0.4, Duration.ofMinutes(-1)));
    }
}
