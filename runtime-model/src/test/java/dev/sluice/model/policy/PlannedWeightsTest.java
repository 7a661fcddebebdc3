package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.policy.PlannedWeights.Rate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedWeightsTest {
    private static final Map<String, Rate> RATES =
            Map.of("a", new Rate(2, 60), "b", new Rate(4, 30), "c", new Rate(2, 0), "d", new Rate(2, 10));

    private final PlannedWeights weights = PlannedWeights.of(RATES, Map.of("s", new Rate(6, 40)));

    @Test
    void shouldWeighASlotByItsPartOfTheRate() {
        assertThat(weights.meanSeconds()).isCloseTo(10 / 100.0, within(1e-12));
        assertThat(weights.weight("a", false)).isCloseTo(3, within(1e-12));
        assertThat(weights.weight("b", false)).isCloseTo(0.75, within(1e-12));
        assertThat(weights.weight("d", false)).isCloseTo(0.5, within(1e-12));
        assertThat(weights.weight("c", false))
                .as("a tenth of a slot's mean share")
                .isCloseTo(0.01, within(1e-12));
        assertThat(weights.weight("s", true)).isCloseTo(40 / 6.0 / 10, within(1e-12));
        assertThat(weights.weight("unknown", false)).isEqualTo(1);
    }

    @Test
    void shouldWeighWorkersBelowASubMasterByTheirOwnMean() {
        PlannedWeights below = weights.below("s");
        assertThat(4 * below.weight("b", false) + 2 * below.weight("d", false)).isCloseTo(6, within(1e-9));
    }

    @Test
    void shouldReadTheWordsItWrites() {
        PlannedWeights read = PlannedWeights.parse(weights.words());
        RATES.keySet()
                .forEach(host ->
                        assertThat(read.weight(host, false)).isCloseTo(weights.weight(host, false), within(1e-6)));
        assertThat(read.weight("s", true)).isCloseTo(weights.weight("s", true), within(1e-6));
        assertThat(PlannedWeights.parse(PlannedWeights.NONE.words())).isEqualTo(PlannedWeights.NONE);
        assertThatThrownBy(() -> PlannedWeights.parse("1 a")).hasMessageContaining("expected: HOST=SECONDS");
        assertThatThrownBy(() -> PlannedWeights.parse("1 a=-2")).hasMessageContaining("expected: above 0");
    }

    @Test
    void shouldWriteWordsOfAsManyHostsAsFit() {
        assertThat(weights.words(8, 1_000)).isEqualTo(weights.words());
        assertThat(weights.words(3, 1_000)).isEqualTo(weights.atMost(3).words());
        for (int bytes = 3; bytes < weights.words().length(); bytes++) {
            assertThat(weights.words(8, bytes)).startsWith("0.1").hasSizeLessThanOrEqualTo(bytes);
        }
        String most = weights.words(8, weights.words().length() - 1);
        assertThat(PlannedWeights.parse(most).hosts()).hasSize(4);
        assertThat(weights.words(8, 0)).isEqualTo("0.1");
    }

    @Test
    void shouldLeaveOutWorkersIfThereIsNoRoom() {
        PlannedWeights some = weights.atMost(3);
        assertThat(some.hosts()).containsExactly("a", "b", "s");
        assertThat(some.weight("d", false)).isEqualTo(1);
        assertThat(weights.atMost(5)).isSameAs(weights);
    }

    @Test
    void shouldPlanNothingWithoutARate() {
        assertThat(PlannedWeights.of(Map.of("a", new Rate(2, 0)), Map.of()).isNone())
                .isTrue();
        assertThat(PlannedWeights.NONE.weight("a", false)).isEqualTo(1);
    }
}
