package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckpointsTest {
    private final Checkpoints checkpoints = new Checkpoints();

    @Test
    void shouldReachEachTenthOnce() {
        checkpoints.begin(0, true);
        assertThat(checkpoints.isReached(9, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(10, 100, 0)).isTrue();
        assertThat(checkpoints.isReached(19, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(55, 100, 0)).as("some tenths at once").isTrue();
        assertThat(checkpoints.isReached(59, 100, 0)).isFalse();
        assertThat(checkpoints.isReached(100, 100, 0)).as("the end").isFalse();
    }

    @Test
    void shouldReachATimeThatIsDue() {
        checkpoints.begin(0, true);
        checkpoints.again(5, 100);
        assertThat(checkpoints.isReached(1, 100, 104)).isFalse();
        assertThat(checkpoints.isReached(1, 100, 105)).isTrue();
        assertThat(checkpoints.isReached(1, 100, 106)).as("told before").isFalse();
        checkpoints.again(5, 150);
        assertThat(checkpoints.isReached(10, 100, 155)).as("both").isTrue();
        checkpoints.again(5, 200);
        checkpoints.again(-1, 200);
        assertThat(checkpoints.isReached(1, 100, 300)).as("withdrawn").isFalse();
        checkpoints.again(5, 200);
        checkpoints.begin(0, true);
        assertThat(checkpoints.isReached(1, 100, 300)).as("of an earlier cycle").isFalse();
    }

    @Test
    void shouldLeaveOutTheTimeBetweenCyclesAndThatOfEmptyOnes() {
        checkpoints.begin(100, true);
        assertThat(checkpoints.at(130)).isEqualTo(30);
        checkpoints.finish(150);
        assertThat(checkpoints.isOpen()).isFalse();
        checkpoints.begin(200, false);
        checkpoints.finish(250);
        checkpoints.begin(300, true);
        assertThat(checkpoints.at(310)).isEqualTo(60);
    }
}
