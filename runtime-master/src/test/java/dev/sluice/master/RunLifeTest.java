package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunLifeTest {
    private final RunLife life = new RunLife();

    private RunState after(RunState.Input... inputs) {
        for (RunState.Input input : inputs) {
            life.on(input);
        }
        return life.state();
    }

    @Test
    void shouldGoFromCycleToCycleToTheEnd() {
        assertThat(after()).isEqualTo(RunState.WAITING);
        assertThat(after(RunState.Input.BEGIN)).isEqualTo(RunState.OPEN);
        assertThat(after(RunState.Input.FINISH)).isEqualTo(RunState.WAITING);
        assertThat(after(RunState.Input.BEGIN, RunState.Input.FINISH, RunState.Input.END))
                .isEqualTo(RunState.ENDING);
        assertThat(after(RunState.Input.GONE)).isEqualTo(RunState.ENDED);
        assertThat(life.state().isOver()).isTrue();
    }

    @Test
    void shouldDeliverTheOpenCycleOfARunThatIsStopped() {
        assertThat(after(RunState.Input.BEGIN, RunState.Input.STOP)).isEqualTo(RunState.STOPPING);
        assertThat(life.state().hasCycle()).isTrue();
        assertThat(after(RunState.Input.FINISH)).isEqualTo(RunState.STOPPED);
        assertThat(life.state().hasCycle()).isFalse();
        assertThat(life.state().isStopping()).isTrue();
    }

    @Test
    void shouldStopARunBetweenCycles() {
        assertThat(after(RunState.Input.STOP)).isEqualTo(RunState.STOPPED);
    }

    @Test
    void shouldTellTheHistoryWhenSomethingHappensThatTheTableDoesNotAllow() {
        after(RunState.Input.BEGIN, RunState.Input.END);
        assertThatThrownBy(() -> life.on(RunState.Input.BEGIN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("BEGIN in ENDING")
                .hasMessageContaining("WAITING BEGIN OPEN, OPEN END ENDING");
    }

    @Test
    void shouldLeaveEachStateButTheLast() {
        for (RunState state : RunState.values()) {
            boolean leaves = false;
            for (RunState.Input input : RunState.Input.values()) {
                leaves |= RunState.TABLE.next(state, input) != null;
            }
            assertThat(leaves).as("%s", state).isEqualTo(state != RunState.ENDED);
        }
    }
}
