package dev.sluice.worker.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchingPolicyTest {
    @Test
    void shouldClaimAHundredMicrosecondsWorth() {
        assertThat(BatchingPolicy.claimUnits(1_000, 10_000, 1)).isEqualTo(100);
        assertThat(BatchingPolicy.claimUnits(50, 10_000, 1)).isEqualTo(256);
        assertThat(BatchingPolicy.claimUnits(1_000_000, 10_000, 1)).isEqualTo(1);
    }

    @Test
    void shouldClaimOneUnitWhoseTimeIsUnknown() {
        assertThat(BatchingPolicy.claimUnits(0, 10_000, 4)).isEqualTo(1);
    }

    @Test
    void shouldLeaveEnoughForTheOtherSlots() {
        assertThat(BatchingPolicy.claimUnits(50, 80, 4)).isEqualTo(10);
        assertThat(BatchingPolicy.claimUnits(50, 3, 4)).isEqualTo(1);
    }

    @Test
    void shouldSendABatchThatIsLargeOrHoldsHalfOfWhatIsHere() {
        assertThat(BatchingPolicy.full(65_536, 3, 1_000, 1)).isTrue();
        assertThat(BatchingPolicy.full(100, 256, 10_000, 1)).isTrue();
        assertThat(BatchingPolicy.full(100, 10, 11, 1)).isFalse();
        assertThat(BatchingPolicy.full(100, 10, 10, 1)).isTrue();
        assertThat(BatchingPolicy.full(8, 1, 0, 1)).isTrue();
        assertThat(BatchingPolicy.full(100, 10, 20, 2)).isTrue();
    }

    @Test
    void shouldNotLetABatchWaitForALongUnit() {
        assertThat(BatchingPolicy.old(0, 12_000_000)).isTrue();
        assertThat(BatchingPolicy.old(8_000_000, 1_000_000)).isFalse();
        assertThat(BatchingPolicy.old(9_200_000, 1_000_000)).isTrue();
    }
}
