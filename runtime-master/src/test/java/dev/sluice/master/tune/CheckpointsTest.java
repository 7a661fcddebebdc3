package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckpointsTest {
    private final Checkpoints checkpoints = new Checkpoints();

    @Test
    void shouldReachEachTenthOnce() {
        checkpoints.begin(0, 100);
        assertThat(checkpoints.isReached(9, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(10, 100, 0)).isTrue();
        assertThat(checkpoints.isReached(19, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(55, 100, 0)).as("some tenths at once").isTrue();
        assertThat(checkpoints.isReached(59, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(100, 100, 0)).as("the end").isFalse();
    }

    @Test
    void shouldBeginWhereAnEarlierMasterEnded() {
        checkpoints.begin(42, 100);
        assertThat(checkpoints.isReached(49, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(50, 100, 0)).isTrue();
        checkpoints.beginAtOnce();
        assertThat(checkpoints.isReached(0, 100, 0)).isTrue();
    }

    @Test
    void shouldReachATimeThatIsDue() {
        checkpoints.begin(0, 100);
        checkpoints.again(5, 100);
        assertThat(checkpoints.reached(1, 100, 104)).isEqualTo(Checkpoints.Reached.NOTHING);
        assertThat(checkpoints.reached(1, 100, 105)).isEqualTo(Checkpoints.Reached.TIME);
        assertThat(checkpoints.isReached(1, 100, 106)).as("told before").isFalse();
        checkpoints.again(5, 150);
        assertThat(checkpoints.reached(10, 100, 155)).as("both").isEqualTo(Checkpoints.Reached.TENTH);
        checkpoints.again(5, 200);
        checkpoints.again(-1, 200);
        assertThat(checkpoints.isReached(1, 100, 300)).as("withdrawn").isFalse();
        checkpoints.again(5, 200);
        checkpoints.begin(0, 100);
        assertThat(checkpoints.isReached(1, 100, 300)).as("of an earlier cycle").isFalse();
    }
}
