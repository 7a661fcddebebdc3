package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ResidentSteps.CopyInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyIntervalTest {
    private static final long SECOND = 1_000_000_000L;

    private long now = SECOND;

    /** Goes through steps of a second each; a copy adds some to the step. */
    private void go(CopyInterval interval, int copies, double copySeconds) {
        for (int copy = 0; copy < copies; copy++) {
            for (int step = 1; step <= interval.steps(); step++) {
                boolean copying = step == interval.steps();
                interval.stepped(now, copying);
                now += SECOND + (copying ? (long) (copySeconds * SECOND) : 0);
            }
            interval.copied();
        }
    }

    @Test
    void shouldDoubleUpToTheUsualLimit() {
        CopyInterval interval = new CopyInterval(0, 1);
        go(interval, 1, 100);
        assertThat(interval.steps()).isEqualTo(2);
        go(interval, 10, 100);
        assertThat(interval.steps()).isEqualTo(32);
    }

    @Test
    void shouldKeepToTheLimitOfTheApplication() {
        CopyInterval interval = new CopyInterval(5, 1);
        go(interval, 10, 0);
        assertThat(interval.steps()).isEqualTo(5);
        interval.lost();
        assertThat(interval.steps()).isEqualTo(2);
        go(interval, 10, 1_000);
        assertThat(interval.steps()).isEqualTo(5);
    }

    /** The interval of Young and Daly, from what a copy costs, and seconds between losses. */
    @ParameterizedTest
    @CsvSource({"0, 1000", "0.5, 1000", "8, 1000", "8, 100000", "0.001, 500"})
    void shouldLoseLeastTime(double copySeconds, int lossEvery) {
        CopyInterval interval = new CopyInterval(0, 1);
        int losses = 0;
        while (losses < 50) {
            go(interval, 1, copySeconds);
            if (now > (long) (losses + 1) * lossEvery * SECOND) {
                interval.lost();
                losses++;
            }
        }
        go(interval, 12, copySeconds);
        double best = Math.sqrt(2 * copySeconds * lossEvery);
        assertThat((double) interval.steps())
                .isBetween(Math.max(1, 0.8 * best - 1), Math.min(CopyInterval.MOST, 1.25 * best) + 1);
    }

    @Test
    void shouldHalveAfterEachLoss() {
        CopyInterval interval = new CopyInterval(0, 1);
        go(interval, 10, 0);
        for (int expected = 16; expected > 0; expected /= 2) {
            interval.lost();
            assertThat(interval.steps()).isEqualTo(expected);
        }
        interval.lost();
        assertThat(interval.steps()).isEqualTo(1);
    }
}
