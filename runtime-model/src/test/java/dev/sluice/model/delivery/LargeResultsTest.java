package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LargeResultsTest {
    @Test
    void shouldSayWhenWhatIsOnTheWayTakesAWhile() {
        assertThat(LargeResults.areOnTheWay(65_535)).isFalse();
        assertThat(LargeResults.areOnTheWay(65_536)).isTrue();
    }

    @Test
    void shouldMeasureEachRoundTripOfASmallResult() {
        assertThat(LargeResults.tellRoundTrip(false, true, false)).isTrue();
        assertThat(LargeResults.tellRoundTrip(false, false, true)).isTrue();
    }

    @Test
    void shouldMeasureALargeResultOnlyWhileItIsWaitedFor() {
        assertThat(LargeResults.tellRoundTrip(true, false, true)).isTrue();
        assertThat(LargeResults.tellRoundTrip(true, true, true)).isFalse();
        assertThat(LargeResults.tellRoundTrip(true, false, false)).isFalse();
    }
}
