package dev.sluice.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.testing.SeededTest;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RunLedgerTest {
    private static final WorkerId ONE = new WorkerId(1);
    private static final WorkerId TWO = new WorkerId(2);

    private final RunLedger ledger = new RunLedger();

    private static CauseTimes computed(long nanos) {
        return CauseTimes.of(Map.of(Cause.COMPUTE, nanos));
    }

    @Test
    void shouldCountALaunchedWorkerAsStartingUntilItsSlotsBegin() {
        ledger.launched("77", 2, 500); // before the run starts
        ledger.started(1_000);
        ledger.joined(ONE, "77", 2, 1_300);
        ledger.reported(ONE, computed(0), 1_450); // jars are still on their way
        ledger.reported(ONE, computed(2 * 100), 1_600);
        RunLedger.Summary summary = ledger.summary(1_600);
        assertThat(summary.slotNanos()).isEqualTo(2 * 600);
        assertThat(summary.times()).isEqualTo(computed(200).plus(Cause.STARTING, 2 * 500));
        assertThat(summary.estimatedNanos()).isZero();
    }

    @Test
    void shouldCountAWorkerThatJoinsLateFromThen() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 900);
        ledger.reported(ONE, computed(80), 1_000);
        assertThat(ledger.summary(1_000).slotNanos()).isEqualTo(100);
        assertThat(ledger.summary(1_000).times()).isEqualTo(computed(80).plus(Cause.STARTING, 20));
    }

    @Test
    void shouldCountAProcessThatNeverRegistered() {
        ledger.started(0);
        ledger.launched("77", 2, 100);
        ledger.launched("78", 1, 100);
        ledger.launchEnded("77", 400);
        RunLedger.Summary summary = ledger.summary(1_000);
        assertThat(summary.times()).isEqualTo(CauseTimes.ZERO.plus(Cause.STARTING, 2 * 300 + 900));
        assertThat(summary.slotNanos()).isEqualTo(1_500);
    }

    @Test
    void shouldTakeTheQuickestReportForTheBeginOfTheSlots() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.reported(ONE, computed(100), 350); // was on its way for 50
        ledger.reported(ONE, computed(800), 1_000);
        assertThat(ledger.summary(1_000).times()).isEqualTo(computed(800).plus(Cause.STARTING, 200));
    }

    @Test
    void shouldGuessWhatALostWorkerDidAfterItsLastWord() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.joined(TWO, "6", 1, 0);
        ledger.reported(ONE, computed(300), 300);
        ledger.reported(TWO, computed(300), 300);
        ledger.broke(ONE, true, 700);
        ledger.gone(ONE, 700);
        ledger.broke(TWO, false, 700);
        ledger.gone(TWO, 900);
        RunLedger.Summary summary = ledger.summary(5_000);
        assertThat(summary.slotNanos()).isEqualTo(700 + 900);
        assertThat(summary.workers().get(0).times()).isEqualTo(computed(700));
        assertThat(summary.workers().get(1).times())
                .isEqualTo(computed(300).plus(Cause.NO_WORK, 400).plus(Cause.INPUTS_LINK, 200));
        assertThat(summary.estimatedNanos()).isEqualTo(400 + 600);
    }

    @Test
    void shouldBlameTheLinkForAWorkerThatWasNotHeard() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.reported(ONE, computed(300), 300);
        ledger.silent(ONE);
        ledger.gone(ONE, 6_300);
        assertThat(ledger.summary(9_000).times()).isEqualTo(computed(300).plus(Cause.INPUTS_LINK, 6_000));
    }

    @Test
    void shouldBelieveAWorkerThatComesBack() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.reported(ONE, computed(300), 300);
        ledger.broke(ONE, true, 400);
        ledger.returned(ONE);
        ledger.reported(ONE, computed(300).plus(Cause.INPUTS_LINK, 700), 1_000);
        assertThat(ledger.summary(1_000).times()).isEqualTo(computed(300).plus(Cause.INPUTS_LINK, 700));
        assertThat(ledger.summary(1_000).estimatedNanos()).isZero();
    }

    @Test
    void shouldNotCountWhatAWorkerDidAfterTheEnd() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.reported(ONE, computed(900).plus(Cause.NO_WORK, 150), 1_050);
        assertThat(ledger.summary(1_000).times()).isEqualTo(computed(850).plus(Cause.NO_WORK, 150));
        assertThat(ledger.summary(1_000).slotNanos()).isEqualTo(1_000);
    }

    @Test
    void shouldIgnoreAnOlderReportThatComesLater() {
        ledger.started(0);
        ledger.joined(ONE, "5", 1, 0);
        ledger.reported(ONE, computed(900), 900);
        ledger.reported(ONE, computed(300), 1_000);
        assertThat(ledger.summary(1_000).times()).isEqualTo(computed(1_000));
    }

    /** Random events of workers: causes always sum to slots times duration. */
    @SeededTest(runs = 300)
    void shouldSumToAHundredPercent(RandomGenerator random) {
        long now = random.nextInt(1_000);
        ledger.launched("1", 3, now);
        ledger.started(now + random.nextInt(50));
        for (int step = 0; step < 100; step++) {
            now += random.nextInt(100);
            switch (random.nextInt(9)) {
                case 0 -> ledger.launched("" + random.nextInt(6), 1 + random.nextInt(3), now);
                case 1 -> ledger.launchEnded("" + random.nextInt(6), now);
                case 2 -> {
                    if (step < 40) {
                        ledger.joined(new WorkerId(5 + step), "" + random.nextInt(6), 1 + random.nextInt(3), now);
                    }
                }
                case 3 -> ledger.broke(new WorkerId(5 + random.nextInt(40)), random.nextBoolean(), now);
                case 4 -> ledger.returned(new WorkerId(5 + random.nextInt(40)));
                case 5 -> ledger.gone(new WorkerId(5 + random.nextInt(40)), now);
                case 6 -> ledger.silent(new WorkerId(5 + random.nextInt(40)));
                default ->
                    ledger.reported(
                            new WorkerId(5 + random.nextInt(40)),
                            computed(random.nextInt(4_000)).plus(Cause.MASTER, random.nextInt(1_000)),
                            now);
            }
        }
        RunLedger.Summary summary = ledger.summary(now);
        assertThat(summary.times().total()).isEqualTo(summary.slotNanos());
    }

    @Test
    void shouldFollowTheSlotsThatASubMasterStandsFor() {
        ledger.started(0);
        ledger.joined(ONE, "5", 0, 0);
        ledger.reported(ONE, computed(0), 50);
        ledger.resized(ONE, 1, 100);
        ledger.reported(ONE, computed(100), 200);
        ledger.resized(ONE, 3, 200);
        ledger.reported(ONE, computed(100 + 3 * 100), 300);
        ledger.resized(ONE, 0, 300);

        RunLedger.Summary summary = ledger.summary(1_000);
        assertThat(summary.slotNanos()).isEqualTo(400);
        assertThat(summary.times()).isEqualTo(computed(400));
        assertThat(summary.estimatedNanos()).isZero();
        assertThat(summary.workers()).hasSize(1);
    }

    @Test
    void shouldCountAUnitInProgressAsComputing() {
        ledger.started(0);
        ledger.joined(ONE, "5", 2, 0);
        ledger.reported(ONE, computed(1_600).plus(Cause.RUNTIME, 400), 1_000);
        CauseTimes now = ledger.summary(1_900).times();
        assertThat(now.of(Cause.NO_WORK))
                .as("its slots computed at the latest report")
                .isZero();
        assertThat(now.of(Cause.COMPUTE)).isEqualTo(1_600 + 1_440);
        assertThat(now.total()).isEqualTo(2 * 1_900);
        assertThat(ledger.summary(1_900).estimatedNanos())
                .as("a unit in progress is no estimate")
                .isEqualTo(360);
    }
}
