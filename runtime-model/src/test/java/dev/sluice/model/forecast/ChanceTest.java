package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ChanceTest {
    @Test
    void shouldHaveOneOfFortyOnEachSideOfTheInterval() {
        assertThat(Chance.ofAtMost(80, 80, 125)).isCloseTo(0.025, within(1e-3));
        assertThat(Chance.ofAtMost(125, 80, 125)).isCloseTo(0.975, within(1e-3));
        assertThat(Chance.ofAtMost(100, 80, 125)).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void shouldKnowTheNormalDistribution() {
        assertThat(Chance.below(0)).isCloseTo(0.5, within(1e-7));
        assertThat(Chance.below(1)).isCloseTo(0.8413447, within(1e-6));
        assertThat(Chance.below(-3)).isCloseTo(0.0013499, within(1e-6));
        assertThat(Chance.below(40)).isEqualTo(1);
    }

    @Test
    void shouldBeCertainWithoutAnInterval() {
        assertThat(Chance.ofAtMost(10, 10, 10)).isEqualTo(1);
        assertThat(Chance.ofAtMost(9, 10, 10)).isZero();
        assertThat(Chance.ofAtMost(0, 1, 2)).isZero();
        assertThat(Chance.ofAtMost(-5, 1, 2)).isZero();
    }

    /** Runs are late by more than early: the middle is not that of the interval. */
    @Test
    void shouldTakeEachSideOfTheMiddleForItself() {
        assertThat(Chance.ofAtMost(100, 90, 100, 200)).isCloseTo(0.5, within(1e-6));
        assertThat(Chance.ofAtMost(90, 90, 100, 200)).isCloseTo(0.025, within(1e-3));
        assertThat(Chance.ofAtMost(200, 90, 100, 200)).isCloseTo(0.975, within(1e-3));
    }
}
