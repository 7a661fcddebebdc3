package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuietSitesTest {
    private final QuietSites sites = new QuietSites();

    private boolean isQuiet(int slots, boolean idle, double seconds) {
        return sites.isQuiet(1, slots, idle, seconds);
    }

    @Test
    void shouldWaitForTheFirstWorker() {
        assertThat(isQuiet(0, false, 0)).isFalse();
        assertThat(isQuiet(0, false, 10_000)).isFalse();
    }

    @Test
    void shouldFindASiteWhoseWorkersAreGone() {
        isQuiet(4, false, 0);
        assertThat(isQuiet(0, false, 5)).isFalse();
        assertThat(isQuiet(0, false, 5 + QuietSites.GONE_SECONDS - 0.1)).isFalse();
        assertThat(isQuiet(0, false, 5 + QuietSites.GONE_SECONDS)).isTrue();
    }

    @Test
    void shouldForgetAnAbsenceThatIsOver() {
        isQuiet(4, false, 0);
        isQuiet(0, false, 5);
        isQuiet(4, false, 10);
        isQuiet(0, false, 12);
        assertThat(isQuiet(0, false, 20)).isFalse();
    }

    @Test
    void shouldFindASiteWithNothingToComputeForLong() {
        isQuiet(4, true, 1);
        assertThat(isQuiet(4, true, QuietSites.IDLE_SECONDS)).isFalse();
        assertThat(isQuiet(4, true, 1 + QuietSites.IDLE_SECONDS)).isTrue();
        assertThat(isQuiet(4, false, 130)).isFalse();
        assertThat(isQuiet(4, true, 131)).isFalse();
    }

    @Test
    void shouldTellSubMastersApart() {
        isQuiet(4, true, 0);
        assertThat(sites.isQuiet(2, 4, true, QuietSites.IDLE_SECONDS)).isFalse();
    }
}
