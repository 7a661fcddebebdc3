package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TuningBudgetTest {
    private static final long SECOND = 1_000_000_000L;
    private static final TuningBudget.Cost PROPOSAL = new TuningBudget.Cost(1_000, 900, true);

    @Test
    void shouldLookAtLongRunsOnly() {
        TuningBudget budget = new TuningBudget(0.01);
        assertThat(budget.allowsProposal(1_000, 900, 20)).isFalse();
        assertThat(budget.allowsProposal(1_000, 900, 60)).isTrue();
        assertThat(budget.allowsProposal(100_000, 90_000, 60)).isFalse();
    }

    @Test
    void shouldWaitUntilTheRunHasPaidForEarlierLooks() {
        TuningBudget budget = new TuningBudget(0.01);
        budget.spent(SECOND / 2);
        budget.learn(PROPOSAL.units(), SECOND / 2);
        assertThat(budget.allowsProposal(1_000, 800, 60)).isFalse();
        assertThat(budget.allowsProposal(1_000, 800, 100)).isTrue();
    }

    @Test
    void shouldLearnFromWhatLooksCost() {
        TuningBudget budget = new TuningBudget(0.01);
        double units = new TuningBudget.Cost(10_000, 9_000, true).units();
        budget.learn(units, 0);
        assertThat(budget.allowsProposal(10_000, 9_000, 60)).isFalse();
        for (int look = 0; look < 5; look++) {
            budget.learn(units, 0);
        }
        assertThat(budget.allowsProposal(10_000, 9_000, 60)).isTrue();
    }

    @Test
    void shouldHoldTheSafetyRuleForLongerThanItLooksForMore() {
        TuningBudget budget = new TuningBudget(0.01);
        budget.spent(SECOND);
        budget.learn(1_000, SECOND);
        assertThat(budget.allowsProposal(1_000, 900, 60)).isFalse();
        assertThat(budget.allowsWatch(1_000, 60)).isTrue();
        budget.spent(2 * SECOND);
        budget.learn(1_000, SECOND);
        assertThat(budget.allowsWatch(1_000, 60)).isFalse();
    }

    @Test
    void shouldPayForLooksOfUnknownCostWithTheTimeThatHasPassed() {
        TuningBudget budget = new TuningBudget(0.01);
        assertThat(budget.allowsNext(0)).as("the first one").isTrue();
        budget.spent(SECOND);
        assertThat(budget.allowsNext(60)).isFalse();
        assertThat(budget.allowsNext(71)).isTrue();
    }
}
