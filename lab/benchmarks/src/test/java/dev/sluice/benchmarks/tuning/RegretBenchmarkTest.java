package dev.sluice.benchmarks.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.tune.FixedChoice;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegretBenchmarkTest {
    private static FixedChoice choice(PolicyName policy) {
        return new FixedChoice(policy, Weighting.EQUAL, SchedulerConfig.AUTO);
    }

    @Test
    void shouldHaveFortyCasesOfWhichHalfOfEachKindHaveOneCycle() {
        List<RegretCase> all = RegretCase.all();
        assertThat(Set.copyOf(all)).hasSize(40);
        assertThat(all).filteredOn(each -> each.cycles() == 1).hasSize(20);
        assertThat(all)
                .filteredOn(each -> each.cycles() == 1 && each.far() && each.unequal())
                .hasSize(5);
        assertThat(all).filteredOn(RegretCase::unequal).hasSize(20);
        assertThat(all).filteredOn(each -> each.units() == 1_000).hasSize(20);
    }

    @Test
    void shouldRankChoicesByTheirRegrets() {
        CaseRegrets regrets = new CaseRegrets();
        RegretCase first = RegretCase.all().get(0);
        RegretCase second = RegretCase.all().get(1);
        regrets.add(first, choice(PolicyName.SS), 10);
        regrets.add(first, choice(PolicyName.FIXED), 8);
        regrets.add(second, choice(PolicyName.SS), 20);
        regrets.add(second, choice(PolicyName.FIXED), 40);
        assertThat(regrets.best(first)).isEqualTo(choice(PolicyName.FIXED));
        assertThat(regrets.percent(first, choice(PolicyName.SS))).isCloseTo(25, within(1e-9));
        assertThat(regrets.percent(second, choice(PolicyName.FIXED))).isCloseTo(100, within(1e-9));
        assertThat(regrets.ranked()).containsExactly(choice(PolicyName.SS), choice(PolicyName.FIXED));
        assertThat(regrets.quantile(choice(PolicyName.SS), 0.5)).isZero();
        assertThat(regrets.quantile(choice(PolicyName.SS), 1)).isCloseTo(25, within(1e-9));
        assertThat(regrets.nearBest(choice(PolicyName.FIXED))).isEqualTo(1);
    }

    /** Four hosts wait for the four slow ones under equal shares; the fast ones alone have four fifths of the speed. */
    @Test
    void shouldFindWhatEqualSharesCostOnUnequalHosts() {
        RegretCase unequal = new RegretCase(UnitKind.CONSTANT, 1_000, 1, false, true);
        double fixed = unequal.seconds(choice(PolicyName.FIXED), 1, 1);
        assertThat(fixed).isCloseTo(10, within(0.2));
        assertThat(unequal.seconds(choice(PolicyName.SS), 1, 1)).isCloseTo(4, within(0.2));
        assertThat(unequal.seconds(choice(PolicyName.SS), 1, 1))
                .as("the same units for the same seed")
                .isEqualTo(unequal.seconds(choice(PolicyName.SS), 1, 1));
    }
}
