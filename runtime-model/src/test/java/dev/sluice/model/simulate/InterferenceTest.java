package dev.sluice.model.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Overheads.Cost;
import dev.sluice.model.simulate.Overheads.Decline;
import dev.sluice.model.simulate.Overheads.Travel;
import dev.sluice.model.simulate.Overheads.Warming;
import org.junit.jupiter.api.Test;

class InterferenceTest {
    private static final Overheads ALONE = new Overheads(
            new Cost(10_000, 1),
            new Cost(30_000, 2),
            new Cost(20_000, 3),
            new Cost(20_000, 4),
            500,
            200,
            300,
            40_000,
            80,
            1,
            0,
            Travel.NONE,
            new Warming(new Decline(3, 500), new Decline(4, 600), new Decline(5, 700)));

    private static final Interference BESIDE = new Interference(40_000, 120_000, 150_000, 250, 1e-4);

    @Test
    void shouldCostMoreByMessage() {
        Overheads busy = BESIDE.on(ALONE, 1, 50);
        assertThat(busy.masterLoopNanos(10_000, 0, 0, 0) - ALONE.masterLoopNanos(10_000, 0, 0, 0))
                .as("what code costs that is not compiled yet is the same")
                .isCloseTo(10_000 * 40_000.0, withinPercentage(1e-6));
        assertThat(busy.workerLoopNanos(10_000, 0, 0) - ALONE.workerLoopNanos(10_000, 0, 0))
                .isCloseTo(10_000 * 120_000.0, withinPercentage(1e-6));
        assertThat(busy.unitNanos()).isEqualTo(300 + 150_000 / 50.0);
        assertThat(busy.claimNanos()).isZero();
        assertThat(busy.handOutNanos()).isEqualTo(750);
        assertThat(busy.takeNanos()).isEqualTo(200);
        assertThat(busy.masterSends().byteNanos()).isEqualTo(1);
    }

    @Test
    void shouldNotMultiplyWhatFirstUnitsCostMore() {
        double first =
                BESIDE.on(ALONE, 1, 1).claimed(1, 0) - BESIDE.on(ALONE, 1, 1).claimed(1, 1_000_000);
        assertThat(first)
                .isCloseTo(ALONE.claimed(1, 0) - ALONE.claimed(1, 1_000_000), withinPercentage(1e-6))
                .isCloseTo(5 * 40_300.0, withinPercentage(1e-6));
    }

    @Test
    void shouldChangeLessForShorterUnits() {
        Overheads half = BESIDE.on(ALONE, 0.5, 50);
        assertThat(half.workerSends().messageNanos()).isCloseTo(20_000 + 30_000, within(1e-6));
        assertThat(half.unitNanos()).isEqualTo(300 + 150_000 / 100.0);
        assertThat(half.claimNanos()).isEqualTo(20_000);
        assertThat(BESIDE.on(ALONE, 0, 50)).isEqualTo(ALONE);
        assertThat(Interference.NONE.on(ALONE, 0.5, 50).workerSends()).isEqualTo(ALONE.workerSends());
    }

    @Test
    void shouldCountWhatFirstMessagesCostMore() {
        int messages = 4_000;
        double nanos = 0;
        for (int message = 0; message < 2 * messages; message++) {
            nanos += 20_000 * (1 + 4 * Math.exp(-message / 600.0));
        }
        assertThat(ALONE.workerLoopNanos(messages, 5_000, 7_000))
                .isCloseTo(nanos + 4 * 5_000 + 3 * 7_000, withinPercentage(0.1));
        assertThat(ALONE.masterLoopNanos(0, 10, 5_000, 7_000)).isEqualTo(10 * 200 + 5_000 + 2 * 7_000);
    }

    @Test
    void shouldSendMoreMessagesOfSlowerSlots() {
        Workload workload = Workloads.constant(1, 6_600, new UnitCosts(1e-3, 0, 0, 0, 0));
        assertThat(Grouping.of(workload, ResultsKind.EACH, 1, 1e-4).messages()).isCloseTo(600, within(1e-6));
        assertThat(Grouping.of(workload, ResultsKind.EACH, 0.5, 1e-4).messages())
                .as("six in 10 ms")
                .isCloseTo(1_100, within(1e-6));
    }

    @Test
    void shouldSendLargeResultsSooner() {
        Workload workload = Workloads.constant(1, 600, new UnitCosts(1e-3, 0, 0, 30_000, 0));
        assertThat(Grouping.of(workload, ResultsKind.EACH, 1, 1e-4).messages())
                .as("three are more than 64 KiB")
                .isCloseTo(200, within(1e-6));
        assertThat(Grouping.of(workload, ResultsKind.ACCUMULATED, 1, 1e-4).messages())
                .as("which stay where they are")
                .isCloseTo(600 / 11.0, within(1e-6));
    }

    @Test
    void shouldCountMessagesOfShortUnitsInProportion() {
        assertThat(busy(1e-4)).isEqualTo(1);
        assertThat(busy(3e-3)).isEqualTo(1);
        assertThat(busy(5e-6)).isCloseTo(0.05, within(1e-6));
        assertThat(busy(1e-9)).isLessThan(1e-4);
    }

    @Test
    void shouldWeighShortUnitsByTheirMessages() {
        Workload like = Workloads.constant(1, 1_000, new UnitCosts(1e-3, 0, 0, 0, 0));
        double ofLong = 500 / 11.0;
        double ofShort = 500 / 256.0;
        assertThat(Grouping.of(Workloads.traced(like, 1_000_000, 10_000), ResultsKind.EACH, 1, 1e-4)
                        .busy())
                .as("half of the units are short, but few of the messages carry them")
                .isCloseTo((ofLong + 0.1 * ofShort) / (ofLong + ofShort), within(1e-6));
    }

    private static double busy(double unitSeconds) {
        Workload workload = Workloads.constant(1, 1_000, new UnitCosts(unitSeconds, 0, 0, 0, 0));
        return Grouping.of(workload, ResultsKind.EACH, 0.5, 1e-4).busy();
    }
}
