package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.RunProgress.Cycles;
import dev.sluice.master.RunProgress.Snapshot;
import dev.sluice.model.schedule.Counters;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private static Snapshot after(long seconds, int cycle, long finished, Cycles cycles) {
        return new Snapshot(seconds * SECOND, cycle, 8, finished, 8L * cycle + finished, 2, NONE, cycles);
    }

    @Test
    void shouldShowCyclesDoneOfAllAndTheTimeUntilTheEndOfTheRun() {
        Cycles cycles = new Cycles(1_501, 940 * SECOND, 2 * SECOND);
        assertThat(Display.line(after(940, 469, 8, cycles), after(941, 470, 4, cycles)))
                .isEqualTo(
                        "470/1,501 cycles [#######.................]  31 % 4/8 units  4/s  2 slots  34 min 21 s left");
        assertThat(Display.line(after(940, 1_499, 8, cycles), after(941, 1_500, 4, cycles)))
                .contains("1,500/1,501 cycles [", "  99 % 4/8 units", "  1 s left");
    }

    @Test
    void shouldShowTheTimeLeftOfTheOnlyCycleAsARange() {
        assertThat(Display.line(after(1, 0, 0, new Cycles(1, 0, 0)), after(2, 0, 2, new Cycles(1, 0, 0))))
                .isEqualTo("[######..................]  25 % 2/8 units  2/s  2 slots  3 to 6 s left");
    }

    @Test
    void shouldSayThatTheTimeLeftIsThatOfTheCycleWhereNobodyKnowsHowManyFollow() {
        Cycles cycles = new Cycles(0, SECOND, SECOND);
        assertThat(Display.line(after(1, 0, 8, cycles), after(2, 1, 2, cycles)))
                .startsWith("cycle 1 [######..................]  25 % 2/8 units")
                .endsWith(" s left of this cycle");
    }
}
