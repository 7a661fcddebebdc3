package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.RunProgress;
import dev.sluice.model.ledger.Counters;
import org.junit.jupiter.api.Test;

/** The time left of a run of ten slots, whose units take ten seconds each until they take twenty. */
class WatchedPaceTest {
    private static final double[] USUAL = {7, 9};

    private final WatchedPace pace = new WatchedPace();

    private static RunProgress.Snapshot at(int cycle, long finished, int cycles) {
        return new RunProgress.Snapshot(
                0,
                cycle,
                400,
                finished,
                400L * cycle + finished,
                0,
                10,
                new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new RunProgress.Cycles(cycles, 0, 0));
    }

    @Test
    void shouldSayNothingBeforeEachSlotHasHadTwoUnits() {
        assertThat(pace.left(at(0, 19, 1), USUAL, 19, 19)).containsExactly(-1, -1);
        assertThat(pace.left(at(0, 20, 1), USUAL, 20, 20)[0]).isPositive();
    }

    @Test
    void shouldCountTheUnitsOfLaterCycles() {
        double[] left = pace.left(at(0, 100, 2), USUAL, 100, 100);
        assertThat(left[0]).isBetween(580.0, 700.0);
        assertThat(left[1]).isBetween(700.0, 800.0);
    }

    @Test
    void shouldFollowAStepOfLoadBeforeTheMeanDoes() {
        for (int seconds = 2; seconds <= 100; seconds += 2) {
            pace.note(at(0, seconds, 1), seconds);
        }
        assertThat(pace.left(at(0, 100, 1), USUAL, 100, 100)[1]).isLessThan(340);
        for (int seconds = 102; seconds <= 200; seconds += 2) {
            pace.note(at(0, 100 + (seconds - 100) / 2, 1), seconds);
        }
        double[] left = pace.left(at(0, 150, 1), USUAL, 200, 200);
        assertThat(left[0]).isLessThan(330);
        assertThat(left[1]).as("250 units at half a unit a second").isGreaterThan(500);
    }

    @Test
    void shouldLeaveRunsOfUnknownLengthAsTheyAre() {
        assertThat(pace.left(at(0, 100, 0), USUAL, 100, 100)).isEqualTo(USUAL);
    }
}
