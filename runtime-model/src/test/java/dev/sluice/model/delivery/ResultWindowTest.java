package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultWindowTest {
    private static final long MIB = 1 << 20;

    @Test
    void shouldDivideTheMemoryWithinBounds() {
        assertThat(ResultWindow.of(80 * MIB, 8)).isEqualTo(10 * MIB);
        assertThat(ResultWindow.of(1_024 * MIB, 0)).isEqualTo(64 * MIB);
        assertThat(ResultWindow.of(MIB, 1_000))
                .isEqualTo(ResultWindow.LEAST_BYTES)
                .isEqualTo(65_536);
    }

    @Test
    void shouldFitOneMessageOfAnySize() {
        assertThat(ResultWindow.fits(0, 1_000, 100)).isTrue();
        assertThat(ResultWindow.fits(1, 1_000, 100)).isFalse();
        assertThat(ResultWindow.fits(40, 60, 100)).isTrue();
        assertThat(ResultWindow.fits(40, 61, 100)).isFalse();
    }

    @Test
    void shouldAcknowledgeAQuarterOfTheWindowAtOnce() {
        assertThat(ResultWindow.isAcknowledgedAtOnce(25, 1, 100)).isTrue();
        assertThat(ResultWindow.isAcknowledgedAtOnce(24, 1, 100)).isFalse();
    }

    @Test
    void shouldAcknowledgeManyMessagesAtOnce() {
        assertThat(ResultWindow.isAcknowledgedAtOnce(0, 64, 100)).isTrue();
        assertThat(ResultWindow.isAcknowledgedAtOnce(0, 63, 100)).isFalse();
    }
}
