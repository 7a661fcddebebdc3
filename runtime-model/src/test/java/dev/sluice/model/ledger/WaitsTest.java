package dev.sluice.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private final Waits waits = new Waits(2);

    private static CauseTimes only(Cause cause, long nanos) {
        return CauseTimes.ZERO.plus(cause, nanos);
    }

    private void inCycle() {
        waits.setupArrived(0, 0);
    }

    @Test
    void shouldWaitForTheMasterBetweenCycles() {
        waits.idle(0, 100, false);
        assertThat(waits.times(150)).isEqualTo(only(Cause.MASTER, 50));
        waits.setupArrived(400, 0);
        assertThat(waits.times(400)).isEqualTo(only(Cause.MASTER, 300));
    }

    @Test
    void shouldWaitForTheSetupWhileItIsOnItsWay() {
        waits.idle(0, 100, false);
        waits.setupArrived(400, 250);
        assertThat(waits.times(400)).isEqualTo(only(Cause.SETUP, 250).plus(Cause.MASTER, 50));
    }

    @Test
    void shouldCountNoMoreSetupThanWasWaited() {
        waits.idle(0, 390, false);
        waits.setupArrived(400, 250);
        assertThat(waits.times(400)).isEqualTo(only(Cause.SETUP, 10));
    }

    @Test
    void shouldWaitForTheMasterUntilItAnswers() {
        inCycle();
        waits.idle(0, 100, false);
        waits.assigned(400, Lull.NONE, 0);
        waits.busy(0);
        assertThat(waits.times(1_000)).isEqualTo(only(Cause.MASTER, 300));
    }

    @Test
    void shouldHaveNoWorkWhileTheMasterHasNone() {
        inCycle();
        waits.idle(0, 100, false);
        waits.assigned(400, new Lull(260, 280), 0);
        assertThat(waits.times(400)).isEqualTo(only(Cause.NO_WORK, 260).plus(Cause.MASTER, 40));
    }

    @Test
    void shouldWaitForNothingWhileTheWorkerIsParked() {
        inCycle();
        waits.idle(0, 100, true);
        waits.parked(200, true);
        waits.cycleEnded(300, new Lull(90, 90));
        waits.setupArrived(500, 400);
        waits.assigned(600, new Lull(500, 500), 50);
        waits.parked(700, false);
        assertThat(waits.times(750))
                .isEqualTo(only(Cause.PARKED, 500).plus(Cause.RESULTS_LINK, 100).plus(Cause.NO_WORK, 50));
        waits.assigned(760, new Lull(700, 700), 20);
        assertThat(waits.times(760))
                .isEqualTo(only(Cause.PARKED, 500)
                        .plus(Cause.RESULTS_LINK, 100)
                        .plus(Cause.NO_WORK, 40)
                        .plus(Cause.INPUTS_LINK, 20));
    }

    @Test
    void shouldDivideTheTailByWhatTheEndOfTheCycleSays() {
        inCycle();
        waits.idle(0, 100, false);
        waits.cycleEnded(400, new Lull(290, 295));
        waits.busy(0);
        assertThat(waits.times(400)).isEqualTo(only(Cause.NO_WORK, 290).plus(Cause.MASTER, 10));
    }

    @Test
    void shouldWaitForInputsWhileTheyArrive() {
        inCycle();
        waits.idle(0, 100, false);
        waits.assigned(400, Lull.NONE, 200);
        assertThat(waits.times(400)).isEqualTo(only(Cause.INPUTS_LINK, 200).plus(Cause.MASTER, 100));
    }

    @Test
    void shouldWaitForResultsUntilTheMasterHasThem() {
        inCycle();
        waits.idle(0, 100, true);
        assertThat(waits.times(150)).isEqualTo(only(Cause.RESULTS_LINK, 50));
        waits.cycleEnded(400, new Lull(15, 20));
        assertThat(waits.times(400))
                .isEqualTo(only(Cause.RESULTS_LINK, 280).plus(Cause.NO_WORK, 15).plus(Cause.MASTER, 5));
    }

    @Test
    void shouldWaitForResultsFromWhenTheyAreCollected() {
        inCycle();
        waits.idle(0, 100, false);
        waits.collected(300);
        waits.cycleEnded(700, new Lull(600, 0));
        assertThat(waits.times(700)).isEqualTo(only(Cause.NO_WORK, 200).plus(Cause.RESULTS_LINK, 400));
    }

    @Test
    void shouldWaitForTheConnectionWhileThereIsNone() {
        inCycle();
        waits.idle(0, 100, false);
        waits.cut(300);
        waits.idle(1, 400, false);
        waits.healed(1_000);
        waits.assigned(1_010, Lull.NONE, 0);
        assertThat(waits.times(1_010))
                .isEqualTo(only(Cause.NO_WORK, 200)
                        .plus(Cause.INPUTS_LINK, 700 + 600)
                        .plus(Cause.MASTER, 20));
    }

    @Test
    void shouldCountEachSlotByItself() {
        inCycle();
        waits.idle(0, 100, false);
        waits.idle(1, 300, false);
        waits.assigned(400, new Lull(50, 60), 0);
        assertThat(waits.times(400)).isEqualTo(only(Cause.NO_WORK, 100).plus(Cause.MASTER, 250 + 50));
    }

    @Test
    void shouldNotCountWhatASlotComputes() {
        inCycle();
        waits.idle(0, 100, false);
        waits.assigned(200, Lull.NONE, 0);
        waits.busy(0);
        waits.idle(0, 900, false);
        waits.cycleEnded(1_000, Lull.NONE);
        waits.busy(0);
        assertThat(waits.times(5_000)).isEqualTo(only(Cause.MASTER, 100 + 100));
    }

    /** Random events in random order: each nanosecond of waiting has exactly one cause. */
    @SeededTest(runs = 200)
    void shouldLoseNoWaiting(RandomGenerator random) {
        long now = random.nextLong(1L << 40);
        long[] since = {-1, -1};
        long waited = 0;
        for (int step = 0; step < 200; step++) {
            now += random.nextInt(1_000);
            int slot = random.nextInt(2);
            Lull lull = new Lull(random.nextInt(1_500), random.nextInt(1_500));
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    if (since[slot] < 0) {
                        waits.idle(slot, now, random.nextBoolean());
                        since[slot] = now;
                    }
                }
                case 2 -> {
                    if (since[slot] >= 0) {
                        waits.assigned(now, lull, random.nextInt(1_500));
                        waits.busy(slot);
                        waited += now - since[slot];
                        since[slot] = -1;
                    }
                }
                case 3 -> waits.setupArrived(now, random.nextInt(1_500) - 100);
                case 4 -> waits.cycleEnded(now, lull);
                case 5 -> waits.collected(now);
                case 6 -> waits.cut(now);
                default -> waits.healed(now);
            }
            long open = (since[0] < 0 ? 0 : now - since[0]) + (since[1] < 0 ? 0 : now - since[1]);
            assertThat(waits.times(now).total()).isEqualTo(waited + open);
        }
    }

    @Test
    void shouldReportThePartsOfAWaitInTheOrderOfTime() {
        List<String> parts = new ArrayList<>();
        Waits told = new Waits(1, (slot, cause, from, to) -> parts.add(cause + " " + from + "-" + to));
        told.setupArrived(0, 0);
        told.idle(0, 100, true);
        told.assigned(1_000, new Lull(300, 700), 50);
        assertThat(parts)
                .containsExactly("RESULTS_LINK 100-250", "NO_WORK 250-550", "MASTER 550-950", "INPUTS_LINK 950-1000");
    }
}
