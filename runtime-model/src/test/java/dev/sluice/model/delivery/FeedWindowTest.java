package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedWindowTest {
    private static final long MIB = 1 << 20;

    @Test
    void shouldSendOneInputOfAnySizeWhenNoneIsAway() {
        assertThat(FeedWindow.hasRoom(0, 0, 0)).isTrue();
        assertThat(FeedWindow.hasRoom(100 * MIB, 1, 1)).isTrue();
        assertThat(FeedWindow.hasRoom(100 * MIB, 1, 0)).isFalse();
    }

    @Test
    void shouldEstimateWhatIsAwayByTheMeanSize() {
        assertThat(FeedWindow.hasRoom(8 * MIB, 8, 4)).as("4 MiB away").isFalse();
        assertThat(FeedWindow.hasRoom(8 * MIB, 8, 5)).as("3 MiB away").isTrue();
    }

    @Test
    void shouldHaveRoomWhenMoreReturnedThanWasSent() {
        assertThat(FeedWindow.hasRoom(8 * MIB, 8, 9)).isTrue();
    }
}
