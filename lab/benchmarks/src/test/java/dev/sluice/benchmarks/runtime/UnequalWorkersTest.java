package dev.sluice.benchmarks.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.application.UnevenTimes;
import dev.sluice.benchmarks.runtime.UnequalWorkers.Timed;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests known relations between policies in the simulator. Times in virtual milliseconds. */
class UnequalWorkersTest {
    private static final long MS = 1_000_000;
    private static final List<Integer> ONE_SLOW = List.of(4, 1, 1, 1);

    private static SimulationReport uneven(PolicyName policy, Weighting weighting, long... units) {
        return UnequalWorkers.run(policy, weighting, new Timed(UnevenTimes::nanos, units), ONE_SLOW, MS / 4);
    }

    /** Time of the second cycle of {@code units} uneven units, in which the rates are known from the first [ms]. */
    private static double second(PolicyName policy, Weighting weighting, long units) {
        SimulationReport report = uneven(policy, weighting, units, units);
        assertThat(report.acceptedUnits()).isEqualTo(2 * units);
        return report.cycles().get(1).nanos() / 1e6;
    }

    @Test
    void shouldTakeAsLongAsASlotNeedsForItsUnits() {
        SimulationReport report = UnequalWorkers.run(
                PolicyName.FIXED, Weighting.EQUAL, new Timed((cycle, unit) -> 10 * MS, 100), List.of(1, 1), MS / 4);
        assertThat(report.makespanNanos())
                .as("50 units, and a message each way")
                .isEqualTo(500 * MS + MS / 2);
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
        SimulationReport single = uneven(PolicyName.SS, Weighting.EQUAL, 1000);
        SimulationReport factored = uneven(PolicyName.AWF, Weighting.EQUAL, 1000);
        assertThat(factored.traffic().assignments()).isLessThan(single.traffic().assignments() / 5);
    }
}
