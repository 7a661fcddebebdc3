package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BranchBatchingTest {
    @Test
    void shouldSendResultsThatAreManyOrLarge() {
        assertThat(BranchBatching.isFull(65_536, 1)).isTrue();
        assertThat(BranchBatching.isFull(0, 1_024)).isTrue();
        assertThat(BranchBatching.isFull(65_535, 1_023)).isFalse();
    }

    @Test
    void shouldWaitLongerWhileManyMessagesAreOnTheWayButNotForever() {
        assertThat(BranchBatching.waitsAgain(5, 4)).isTrue();
        assertThat(BranchBatching.waitsAgain(4, 0)).isFalse();
        assertThat(BranchBatching.waitsAgain(5, 5)).isFalse();
    }
}
