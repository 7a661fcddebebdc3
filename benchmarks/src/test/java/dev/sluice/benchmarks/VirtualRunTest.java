package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.application.UnevenTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the model says of policies, where it must be so. Times in virtual milliseconds. */
class VirtualRunTest {
    private static final long MS = 1_000_000;
    private static final List<Integer> ONE_SLOW = List.of(4, 1, 1, 1);

    private static VirtualRun run(
            PolicyName policy, Weighting weighting, VirtualRun.Times times, List<Integer> slowness) {
        SchedulerConfig config = new SchedulerConfig(
                policy,
                SchedulerConfig.AUTO,
                3,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                new SplittableRandom(1),
                policy.weighting(weighting),
                0);
        return new VirtualRun(config, times, slowness, MS / 4);
    }

    /** The second cycle of so many uneven units, in which the rates are known from the first [ms]. */
    private static double second(PolicyName policy, Weighting weighting, long units) {
        VirtualRun run = run(policy, weighting, UnevenTimes::nanos, ONE_SLOW);
        run.cycle(units);
        double millis = run.cycle(units) / 1e6;
        assertThat(run.accepted()).isEqualTo(units);
        return millis;
    }

    @Test
    void shouldTakeAsLongAsASlotNeedsForItsUnits() {
        VirtualRun run = run(PolicyName.FIXED, Weighting.EQUAL, (cycle, unit) -> 10 * MS, List.of(1, 1));
        assertThat(run.cycle(100)).as("50 units, and a message each way").isEqualTo(500 * MS + MS / 2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverBeFasterThanAllSpeedTogether(PolicyName policy) {
        double ideal = UnevenTimes.totalSeconds(1, 1000) * 1000 / 3.25;
        assertThat(second(policy, Weighting.MEASURED, 1000)).isGreaterThan(ideal);
        assertThat(second(policy, Weighting.EQUAL, 1000)).isGreaterThan(ideal);
    }

    @ParameterizedTest
    @EnumSource(names = {"SS", "FSC", "AWF", "AF"})
    void shouldBalanceUnequalWorkers(PolicyName policy) {
        double ideal = UnevenTimes.totalSeconds(1, 1000) * 1000 / 3.25;
        assertThat(second(policy, Weighting.EQUAL, 1000)).as("ideal %s", ideal).isLessThan(1.15 * ideal);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIXED", "GSS", "TSS", "FAC"})
    void shouldGainByWeightsWhereWorkersAreUnequal(PolicyName policy) {
        assertThat(second(policy, Weighting.MEASURED, 1000)).isLessThan(0.95 * second(policy, Weighting.EQUAL, 1000));
    }

    @Test
    void shouldNeedFarFewerAssignmentsThanSelfScheduling() {
        VirtualRun single = run(PolicyName.SS, Weighting.EQUAL, UnevenTimes::nanos, ONE_SLOW);
        VirtualRun factored = run(PolicyName.AWF, Weighting.EQUAL, UnevenTimes::nanos, ONE_SLOW);
        single.cycle(1000);
        factored.cycle(1000);
        assertThat(factored.assignments()).isLessThan(single.assignments() / 5);
    }
}
