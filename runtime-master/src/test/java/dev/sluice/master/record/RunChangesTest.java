package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.simulate.Script;
import org.junit.jupiter.api.Test;

class RunChangesTest {
    @Test
    void shouldLetAWorkerLeaveOnceUnlessItComesBack() {
        RunChanges changes = new RunChanges();
        changes.add(new Script.Die(1, 1));
        changes.add(new Script.Drain(2, 1));
        changes.add(new Script.Drain(3, 2));
        changes.add(new Script.Drain(4, 2));
        changes.add(new Script.Join(5, 1));
        changes.add(new Script.Drain(6, 1));
        assertThat(changes.steps())
                .containsExactly(
                        new Script.Die(1, 1), new Script.Drain(3, 2), new Script.Join(5, 1), new Script.Drain(6, 1));
    }

    @Test
    void shouldKeepTheFirstOfManyChanges() {
        RunChanges changes = new RunChanges();
        for (int i = 0; i < 20_000; i++) {
            changes.add(new Script.Park(i, 1));
        }
        assertThat(changes.steps()).hasSize(10_000).endsWith(new Script.Park(9_999, 1));
    }
}
