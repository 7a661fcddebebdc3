package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.record.RunView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a cycle by the words of its units. */
class ToldProgressTest {
    private static RunView.Running unit(double seconds, double done) {
        return new RunView.Running(3, "w1 on a", seconds, done, "");
    }

    @Test
    void shouldForetellTheEndOfTheSlowestUnit() {
        List<RunView.Running> running = List.of(unit(60, 0.75), unit(60, 0.5));
        assertThat(ToldProgress.secondsLeft(running, 2, 2)).isCloseTo(60, within(1e-9));
    }

    @Test
    void shouldShareWaitingUnitsAmongTheSlots() {
        List<RunView.Running> running = List.of(unit(50, 0.5), unit(50, 0.5));
        assertThat(ToldProgress.secondsLeft(running, 10, 2))
                .as("nine units of 100 s on two slots")
                .isCloseTo(450, within(1e-9));
    }

    @Test
    void shouldSayNothingWhereNoUnitHasDoneAnything() {
        assertThat(ToldProgress.secondsLeft(List.of(unit(5, 0)), 1, 1)).isNaN();
        assertThat(ToldProgress.secondsLeft(List.of(), 1, 1)).isNaN();
    }
}
