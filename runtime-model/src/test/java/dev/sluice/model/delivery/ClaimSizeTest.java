package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClaimSizeTest {
    @Test
    void shouldClaimAHundredMicrosecondsWorth() {
        assertThat(ClaimSize.units(1_000, 10_000, 1)).isEqualTo(100);
        assertThat(ClaimSize.units(50, 10_000, 1)).isEqualTo(256);
        assertThat(ClaimSize.units(1_000_000, 10_000, 1)).isEqualTo(1);
    }

    @Test
    void shouldClaimOneUnitWhoseTimeIsUnknown() {
        assertThat(ClaimSize.units(0, 10_000, 4)).isEqualTo(1);
    }

    @Test
    void shouldLeaveEnoughForTheOtherSlots() {
        assertThat(ClaimSize.units(50, 80, 4)).isEqualTo(10);
        assertThat(ClaimSize.units(50, 3, 4)).isEqualTo(1);
    }

    @Test
    void shouldCountTheUnitsThatEachStandsFor() {
        assertThat(ClaimSize.units(50, 10_000, 1, 16)).isEqualTo(16);
        assertThat(ClaimSize.units(50, 10_000, 1, 1_000)).isEqualTo(1);
    }

    @Test
    void shouldForecastTheFirstTimeAndMoveByAnEighth() {
        assertThat(ClaimSize.forecastNanos(0, 800)).isEqualTo(800);
        assertThat(ClaimSize.forecastNanos(800, 1_600)).isEqualTo(900);
        assertThat(ClaimSize.forecastNanos(800, 0)).isEqualTo(700);
        assertThat(ClaimSize.forecastNanos(0, 0)).as("known, however short").isEqualTo(1);
    }
}
