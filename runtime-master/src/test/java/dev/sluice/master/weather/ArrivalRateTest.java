package dev.sluice.master.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class ArrivalRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final ArrivalRate rate = new ArrivalRate();

    @Test
    void shouldKnowTheRateAfterAFewMessages() {
        rate.add(7, 7 << 20, 7 * SECOND);
        assertThat(rate.bytesPerSecond()).isZero();
        rate.add(1, 1 << 20, SECOND);
        assertThat(rate.bytesPerSecond()).isCloseTo(1 << 20, withinPercentage(1));
    }

    @Test
    void shouldIgnoreSmallMessages() {
        rate.add(100, 100 * (ArrivalRate.LEAST_BYTES - 1), SECOND);
        assertThat(rate.bytesPerSecond()).isZero();
    }

    @Test
    void shouldBoundNothingIfMessagesArriveInOnePiece() {
        rate.add(8, 1 << 20, 0);
        assertThat(rate.bytesPerSecond()).isInfinite();
    }

    @Test
    void shouldFollowALinkThatBecomesSlower() {
        for (int i = 0; i < 100; i++) {
            rate.add(1, 1 << 20, SECOND / 100);
        }
        for (int i = 0; i < 40; i++) {
            rate.add(1, 1 << 20, SECOND);
        }
        assertThat(rate.bytesPerSecond()).isCloseTo(1 << 20, withinPercentage(5));
    }
}
