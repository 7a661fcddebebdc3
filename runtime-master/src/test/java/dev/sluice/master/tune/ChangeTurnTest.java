package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tune.Knob;
import org.junit.jupiter.api.Test;

class ChangeTurnTest {
    private final ChangeTurn turn = new ChangeTurn(1);

    @Test
    void shouldLetOneChangeActAtATime() {
        assertThat(turn.take(Knob.TREE)).isTrue();
        assertThat(turn.isFree(Knob.POLICY)).isFalse();
        assertThat(turn.take(Knob.POLICY)).isFalse();
        assertThat(turn.take(Knob.TREE)).as("its next change").isTrue();
        turn.free(Knob.POLICY);
        assertThat(turn.isFree(Knob.POLICY)).as("freed by another").isFalse();
        turn.free(Knob.TREE);
        assertThat(turn.take(Knob.POLICY)).isTrue();
    }

    @Test
    void shouldCountTheChangesOfOthers() {
        turn.changed(Knob.POLICY);
        turn.changed(Knob.POLICY);
        turn.changed(Knob.TREE);
        assertThat(turn.changesOfOthers(Knob.TREE)).isEqualTo(2);
        assertThat(turn.changesOfOthers(Knob.POLICY)).isEqualTo(1);
    }
}
