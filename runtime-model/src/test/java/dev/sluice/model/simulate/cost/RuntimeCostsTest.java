package dev.sluice.model.simulate.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.simulate.cost.RuntimeCosts.Counted;
import org.junit.jupiter.api.Test;

class RuntimeCostsTest {
    private static final RuntimeCosts TRUTH = new RuntimeCosts(50_000, 90_000, 300, 12_000_000, 700_000_000);
    private static final double MESSAGES = 6_000;
    private static final double RESULTS = MESSAGES / 2;
    private static final double SECONDS = 40;

    /** Compute time short enough that units hardly evict caches between messages. */
    private static final double UNIT_SECONDS = 3e-5;

    @Test
    void shouldFindTheCostsOfAMasterInWhatItCounted() {
        double units = 60_000;
        double loop = TRUTH.overheads(units / RESULTS, UNIT_SECONDS).masterLoopNanos(RESULTS, units, 0, 0);
        double other = TRUTH.masterWarmUpNanos(RESULTS, units) + SECONDS * TRUTH.secondNanos();
        RuntimeCosts found = RuntimeCosts.ofMaster(counted(units, loop, other, 0, 0));
        assertThat(found.masterMessageNanos()).isCloseTo(50_000, withinPercentage(1));
        assertThat(found.secondNanos()).isCloseTo(12_000_000, withinPercentage(0.01));
        assertThat(found.workerMessageNanos()).isNaN();
        assertThat(found.unitNanos()).isNaN();
    }

    @Test
    void shouldFindTheCostsOfAWorkerInWhatItCounted() {
        for (double units : new double[] {RESULTS, 100 * RESULTS}) {
            Overheads each = TRUTH.overheads(units / RESULTS, UNIT_SECONDS);
            double loop = each.workerLoopNanos(RESULTS, 0, 0);
            double other = TRUTH.workerWarmUpNanos(RESULTS, units) + SECONDS * TRUTH.secondNanos();
            double slot = 0;
            for (long unit = 0; unit < units; unit++) {
                slot += each.claimed(1, unit);
            }
            RuntimeCosts found = RuntimeCosts.ofWorker(counted(units, loop, other, slot, 1), TRUTH.startNanos());
            assertThat(found.workerMessageNanos()).isCloseTo(90_000, withinPercentage(0.01));
            assertThat(found.unitNanos()).as("%s units", units).isCloseTo(300, withinPercentage(1));
            assertThat(found.secondNanos()).isCloseTo(12_000_000, withinPercentage(0.01));
            assertThat(found.startNanos()).isEqualTo(700_000_000);
            assertThat(found.masterMessageNanos()).isNaN();
        }
    }

    @Test
    void shouldSayNothingOfUnitsWhoseSlotsWaitedForProcessors() {
        assertThat(RuntimeCosts.ofWorker(counted(60_000, 1e9, 1e9, 1e9, 0.5), 0).unitNanos())
                .isNaN();
    }

    @Test
    void shouldSayNothingOfMessagesAfterAFew() {
        Counted few = new Counted(40, 20, 20, 1, 1e9, 1e9, 1e9, 1, 0.5);
        assertThat(RuntimeCosts.ofWorker(few, 0)).isEqualTo(RuntimeCosts.UNKNOWN);
        assertThat(RuntimeCosts.ofMaster(few)).isEqualTo(RuntimeCosts.UNKNOWN);
    }

    @Test
    void shouldFillInFiguresThatAreNotKnown() {
        RuntimeCosts some = new RuntimeCosts(Double.NaN, 2, Double.NaN, 4, Double.NaN);
        assertThat(some.or(new RuntimeCosts(10, 20, 30, 40, 50))).isEqualTo(new RuntimeCosts(10, 2, 30, 4, 50));
        assertThat(some.or(RuntimeCosts.UNKNOWN)).isEqualTo(some);
    }

    @Test
    void shouldSpreadTheCostOfAMessageOverItsUnits() {
        assertThat(TRUTH.overheads(1, 1).unitNanos()).isEqualTo(300 * 601);
        assertThat(TRUTH.overheads(300, 1).unitNanos()).isEqualTo(300 * 3);
        assertThat(TRUTH.overheads(1, 1).claimed(1, 0) - TRUTH.overheads(1, 1).claimed(1, 1_000_000))
                .as("warm-up costs the first unit as much, however many travel together")
                .isCloseTo(
                        TRUTH.overheads(300, 1).claimed(1, 0)
                                - TRUTH.overheads(300, 1).claimed(1, 1_000_000),
                        withinPercentage(1e-6));
    }

    @Test
    void shouldCostLessBesideShortUnits() {
        double longUnits = TRUTH.overheads(200, 1e-3).workerReceives().messageNanos();
        assertThat(longUnits).isEqualTo(90_000);
        assertThat(TRUTH.overheads(200, 1e-4).workerReceives().messageNanos()).isEqualTo(longUnits);
        assertThat(TRUTH.overheads(200, 1e-5).workerReceives().messageNanos()).isBetween(25_000.0, 40_000.0);
    }

    @Test
    void shouldCostNothingWhereNothingCosts() {
        assertThat(RuntimeCosts.NONE.workerWarmUpNanos(1_000, 1_000)).isZero();
        assertThat(RuntimeCosts.NONE.overheads(1, 1).unitNanos()).isZero();
        assertThatThrownBy(() -> new RuntimeCosts(0, -1, 0, 0, 0)).hasMessageContaining("expected: none negative");
    }

    private static Counted counted(double units, double loop, double other, double slot, double share) {
        return new Counted(MESSAGES, RESULTS, units, UNIT_SECONDS, loop, other, slot, share, SECONDS);
    }
}
