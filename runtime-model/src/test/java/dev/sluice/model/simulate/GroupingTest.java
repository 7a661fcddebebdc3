package dev.sluice.model.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import dev.sluice.model.simulate.cost.Overheads.Decline;
import dev.sluice.model.simulate.cost.Overheads.Travel;
import dev.sluice.model.simulate.cost.Overheads.Warming;
import org.junit.jupiter.api.Test;

class GroupingTest {
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
        assertThat(Grouping.of(workload, ResultsKind.EACH, 1).messages()).isCloseTo(600, within(1e-6));
        assertThat(Grouping.of(workload, ResultsKind.EACH, 0.5).messages())
                .as("six in 10 ms")
                .isCloseTo(1_100, within(1e-6));
    }

    @Test
    void shouldSendLargeResultsSooner() {
        Workload workload = Workloads.constant(1, 600, new UnitCosts(1e-3, 0, 0, 30_000, 0));
        assertThat(Grouping.of(workload, ResultsKind.EACH, 1).messages())
                .as("three are more than 64 KiB")
                .isCloseTo(200, within(1e-6));
        assertThat(Grouping.of(workload, ResultsKind.ACCUMULATED, 1).messages())
                .as("which stay where they are")
                .isCloseTo(600 / 11.0, within(1e-6));
    }
}
