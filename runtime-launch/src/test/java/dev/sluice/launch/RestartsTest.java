package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.WorkerExits;
import org.junit.jupiter.api.Test;

class RestartsTest {
    @Test
    void shouldStartADeadWorkerAgainThreeTimes() {
        assertThat(Restarts.follow(137, false, 3)).isTrue();
        assertThat(Restarts.follow(137, false, 4)).isFalse();
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.UNIT_EXITED), false, 3))
                .isTrue();
    }

    @Test
    void shouldLeaveAWorkerAloneThatEndedInOrder() {
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.NONE), false, 1)).isFalse();
        assertThat(Restarts.follow(130, false, 1)).isFalse();
        assertThat(Restarts.follow(143, false, 1)).isFalse();
    }

    /** A unit may have called Runtime.halt with any code. */
    @Test
    void shouldStartAWorkerAgainThatEndedWhileItComputedWhateverItsCode() {
        for (int exitCode : new int[] {0, 112, 130, 143}) {
            assertThat(Restarts.follow(exitCode, true, 3))
                    .as("code %d", exitCode)
                    .isTrue();
            assertThat(Restarts.follow(exitCode, true, 4))
                    .as("code %d", exitCode)
                    .isFalse();
        }
    }

    /** Each process has tried several times. */
    @Test
    void shouldStartAWorkerWithoutItsStateAgainOnlyOnce() {
        int exitCode = WorkerExits.of(ErrorCode.STATE_NOT_LOADED);
        assertThat(Restarts.follow(exitCode, false, 1)).isTrue();
        assertThat(Restarts.follow(exitCode, false, 2)).isFalse();
    }

    @Test
    void shouldNotStartAWorkerAgainWhoseHostIsTooSmall() {
        assertThat(Restarts.follow(WorkerExits.of(ErrorCode.HOST_TOO_SMALL), false, 1))
                .isFalse();
    }
}
