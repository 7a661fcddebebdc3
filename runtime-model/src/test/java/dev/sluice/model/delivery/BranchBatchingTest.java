package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BranchBatchingTest {
    private final BranchBatching batching = new BranchBatching();

    @Test
    void shouldSendResultsThatAreManyOrLarge() {
        assertThat(batching.add(65_535, 1_023)).isFalse();
        assertThat(batching.leavesBefore(1)).isFalse();
        assertThat(batching.leavesBefore(2)).isTrue();
        assertThat(batching.add(0, 1)).isTrue();
        batching.clear();
        assertThat(batching.units()).isZero();
        assertThat(batching.add(65_536, 1)).isTrue();
    }

    @Test
    void shouldWaitLongerWhileManyMessagesAreOnTheWayButNotForever() {
        assertThat(batching.waitsAgain(4)).isFalse();
        for (int wait = 0; wait < 5; wait++) {
            assertThat(batching.waitsAgain(5)).isTrue();
        }
        assertThat(batching.waitsAgain(5)).isFalse();
        batching.clear();
        assertThat(batching.waitsAgain(5)).isTrue();
    }
}
