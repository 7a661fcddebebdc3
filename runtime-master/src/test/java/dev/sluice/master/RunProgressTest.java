package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final RunProgress progress = new RunProgress();

    /** A run of 100 steps of 4 parts; each step takes a second, and cycles end after steps 1 and 3. */
    @Test
    void shouldShowStepsOfPartsAsCycles() {
        progress.started(SECOND);
        progress.cycleBegun(0, 4, true, SECOND);
        progress.stepped(0, 100, 4, SECOND);
        progress.cycleFinished(0, 2 * SECOND);
        progress.stepped(1, 100, 4, 2 * SECOND);
        progress.cycleBegun(1, 4, true, 2 * SECOND);
        progress.unitsAdded(4, false);
        progress.stepped(2, 100, 4, 3 * SECOND);
        RunProgress.Snapshot raw = progress.snapshot();
        assertThat(raw.cycle()).isEqualTo(1);
        assertThat(raw.units()).isEqualTo(8);
        RunProgress.Snapshot shown = raw.taken();
        assertThat(shown.cycle()).isEqualTo(2);
        assertThat(shown.cyclesInAll()).isEqualTo(100);
        assertThat(shown.units()).isEqualTo(4);
        assertThat(shown.open()).isFalse();
        assertThat(shown.share()).isEqualTo(0.02);
        assertThat(shown.cycles().meanNanos()).isEqualTo(SECOND);
        assertThat(shown.secondsLeft().orElseThrow()).isBetween(97.0, 99.0);
    }

    @Test
    void shouldShowTheEndOfTheLastStep() {
        progress.started(SECOND);
        progress.cycleBegun(0, 4, true, SECOND);
        progress.stepped(0, 1, 4, SECOND);
        progress.stepped(1, 1, 4, 2 * SECOND);
        RunProgress.Snapshot shown = progress.snapshot().taken();
        assertThat(shown.share()).isEqualTo(1);
        assertThat(shown.cyclesFinished()).isEqualTo(1);
    }
}
