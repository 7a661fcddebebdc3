package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.WorkerExits;
import org.junit.jupiter.api.Test;

class RestartsTest {
    @Test
    void shouldStartADeadWorkerAgainThreeTimes() {
        assertThat(Restarts.follow(137, 3)).isTrue();
        assertThat(Restarts.follow(137, 4)).isFalse();
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.UNIT_EXITED), 3)).isTrue();
    }

    @Test
    void shouldLeaveAWorkerAloneThatEndedInOrder() {
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.NONE), 1)).isFalse();
        assertThat(Restarts.follow(130, 1)).isFalse();
        assertThat(Restarts.follow(143, 1)).isFalse();
    }

    /** Each process has tried several times. */
    @Test
    void shouldStartAWorkerWithoutItsStateAgainOnlyOnce() {
        int exitCode = WorkerExits.of(ErrorCode.STATE_NOT_LOADED);
        assertThat(Restarts.follow(exitCode, 1)).isTrue();
        assertThat(Restarts.follow(exitCode, 2)).isFalse();
    }

    @Test
    void shouldNotStartAWorkerAgainWhoseHostIsTooSmall() {
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.HOST_TOO_SMALL), 1)).isFalse();
    }
}
