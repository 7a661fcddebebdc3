package dev.sluice.master.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class PathMeterTest {
    private static final double RATE = 750_000;
    private static final long SECOND = 1_000_000_000L;

    private final PathMeter meter = new PathMeter();

    private void transfer(long bytes, double share) {
        meter.add(bytes, 1, Math.round(bytes / (RATE * share) * 1e9), 7_000);
    }

    /** Half of the transfers share the link with another one. */
    @Test
    void shouldTakeTransfersThatHaveTheLinkAlone() {
        for (int i = 0; i < 40; i++) {
            transfer(60_000, i % 2 == 0 ? 1 : 0.5);
        }
        assertThat(meter.direction()).hasValueSatisfying(direction -> {
            assertThat(direction.bytesPerSecond()).isCloseTo(RATE, withinPercentage(3));
            assertThat(direction.transfers()).isEqualTo(40);
        });
    }

    @Test
    void shouldForgetWhatTheLinkCarriedBefore() {
        for (int i = 0; i < 60; i++) {
            transfer(60_000, 1);
        }
        for (int i = 0; i < 60; i++) {
            transfer(60_000, 0.5);
        }
        assertThat(meter.direction().orElseThrow().bytesPerSecond()).isCloseTo(RATE / 2, withinPercentage(3));
    }

    @Test
    void shouldSayNothingOfAWideLinkOfWhichFewTransfersWereDelayed() {
        for (int i = 0; i < 40; i++) {
            meter.add(60_000, 1, i % 4 == 0 ? 20_000_000 : 500_000, 7_000);
        }
        assertThat(meter.direction()).isEmpty();
    }

    @Test
    void shouldSayNothingOfSmallTransfers() {
        for (int i = 0; i < 40; i++) {
            transfer(4_000, 1);
        }
        assertThat(meter.direction()).isEmpty();
    }

    @Test
    void shouldCountTheTrafficOfBusySeconds() {
        transfer(60_000, 1);
        for (int second = 0; second < 20; second++) {
            meter.beat(second < 16 ? 700_000 : 0, 1_000L * second);
        }
        assertThat(meter.direction().orElseThrow().carriedBytesPerSecond()).isEqualTo(700_000);
        assertThat(meter.direction().orElseThrow().timeMillis()).isZero();
    }

    @Test
    void shouldKnowTheRateOfArrivalsAfterAFewTransfers() {
        meter.add(7 << 20, 7, 7 * SECOND, 0);
        assertThat(meter.arrivalRate()).isZero();
        meter.add(1 << 20, 1, SECOND, 0);
        assertThat(meter.arrivalRate()).isCloseTo(1 << 20, withinPercentage(1));
    }

    @Test
    void shouldIgnoreSmallArrivals() {
        meter.add(100 * (PathMeter.LEAST_BYTES - 1), 100, SECOND, 0);
        assertThat(meter.arrivalRate()).isZero();
    }

    @Test
    void shouldBoundNothingIfTransfersArriveInOnePiece() {
        meter.add(1 << 20, 8, 0, 0);
        assertThat(meter.arrivalRate()).isInfinite();
    }

    @Test
    void shouldFollowALinkThatBecomesSlower() {
        for (int i = 0; i < 100; i++) {
            meter.add(1 << 20, 1, SECOND / 100, 0);
        }
        for (int i = 0; i < 40; i++) {
            meter.add(1 << 20, 1, SECOND, 0);
        }
        assertThat(meter.arrivalRate()).isCloseTo(1 << 20, withinPercentage(5));
    }
}
