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
    void shouldChangeLessForShorterUnits() {
        Overheads half = BESIDE.on(ALONE, 0.5e-4, 50);
        assertThat(half.workerSends().messageNanos()).isCloseTo(20_000 + 30_000, within(1e-6));
        assertThat(half.unitNanos()).isEqualTo(300 + 150_000 / 100.0);
        assertThat(half.claimNanos()).isEqualTo(20_000);
        assertThat(BESIDE.on(ALONE, 0, 50)).isEqualTo(ALONE);
        assertThat(Interference.NONE.on(ALONE, 0.5e-4, 50).workerSends()).isEqualTo(ALONE.workerSends());
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
        assertThat(Grouping.of(workload).messages()).isCloseTo(600, within(1e-6));
        assertThat(Grouping.of(workload, 0.5).messages()).as("six in 10 ms").isCloseTo(1_100, within(1e-6));
    }
}
