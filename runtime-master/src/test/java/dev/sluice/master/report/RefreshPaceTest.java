package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefreshPaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final RefreshPace pace = new RefreshPace();

    @Test
    void shouldRefreshOnceASecond() {
        assertThat(pace.isDue(-5)).isTrue();
        pace.took(SECOND / 1_000, -5);
        assertThat(pace.isDue(SECOND - 6)).isFalse();
        assertThat(pace.isDue(SECOND - 5)).isTrue();
    }

    @Test
    void shouldTakeAHundredthOfTheTime() {
        pace.took(SECOND / 20, 0);
        assertThat(pace.isDue(5 * SECOND - 1)).isFalse();
        assertThat(pace.isDue(5 * SECOND)).isTrue();
    }

    @Test
    void shouldRefreshAtOnceIfToldTo() {
        pace.took(SECOND, 0);
        pace.again();
        assertThat(pace.isDue(1)).isTrue();
        pace.took(0, 1);
        assertThat(pace.isDue(2)).isFalse();
    }
}
