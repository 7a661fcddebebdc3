package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TuningBudgetTest {
    private static final long SECOND = 1_000_000_000L;
    private static final TuningBudget.Cost PROPOSAL = new TuningBudget.Cost(1_000, true);
    private static final TuningBudget.Cost WATCH = new TuningBudget.Cost(1_000, false);

    /** A hundred times as long as is foretold at first [ns]. */
    private static final double UNIT_NANOS = 200_000;

    @Test
    void shouldLookAtLongRunsOnly() {
        TuningBudget budget = new TuningBudget(0.01);
        assertThat(budget.allowsProposal(1_000, 20)).isFalse();
        assertThat(budget.allowsProposal(1_000, 60)).isTrue();
        assertThat(budget.allowsProposal(100_000, 60)).isFalse();
    }

    @Test
    void shouldWaitUntilTheRunHasPaidForEarlierLooks() {
        TuningBudget budget = new TuningBudget(0.01);
        budget.looked(PROPOSAL, SECOND / 2, SECOND / 2, true);
        assertThat(budget.allowsProposal(1_000, 60)).isFalse();
        assertThat(budget.allowsProposal(1_000, 100)).isTrue();
    }

    @Test
    void shouldLearnFromWhatLooksCost() {
        TuningBudget budget = new TuningBudget(0.01);
        TuningBudget.Cost cost = new TuningBudget.Cost(10_000, true);
        budget.looked(cost, 0, 0, true);
        assertThat(budget.allowsProposal(10_000, 60)).isFalse();
        for (int look = 0; look < 5; look++) {
            budget.looked(cost, 0, 0, true);
        }
        assertThat(budget.allowsProposal(10_000, 60)).isTrue();
    }

    @Test
    void shouldHoldTheSafetyRuleForLongerThanItLooksForMore() {
        TuningBudget budget = new TuningBudget(0.01);
        budget.looked(WATCH, SECOND, SECOND, false);
        assertThat(budget.allowsProposal(1_000, 60)).isFalse();
        assertThat(budget.allowsWatch(1_000, 60)).isTrue();
        budget.looked(WATCH, SECOND, 2 * SECOND, false);
        assertThat(budget.allowsWatch(1_000, 60)).isFalse();
    }

    @Test
    void shouldPayForLooksOfUnknownCostWithTheTimeThatHasPassed() {
        TuningBudget budget = new TuningBudget(0.01);
        assertThat(budget.allowsNext(0)).as("the first one").isTrue();
        budget.looked(null, SECOND, SECOND, true);
        assertThat(budget.allowsNext(60)).isFalse();
        assertThat(budget.allowsNext(71)).isTrue();
    }

    private static void look(TuningBudget budget, TuningBudget.Cost foretold, double simulatedUnits, boolean compared) {
        budget.looked(foretold, Math.round(simulatedUnits * UNIT_NANOS), 0, compared);
    }

    /** Looks at a change that is being tried, or while the knob rests, simulate whole cycles only. */
    @Test
    void shouldNotTakeLooksThatComparedNothingForCheapProposals() {
        TuningBudget budget = new TuningBudget(0.01);
        for (int look = 0; look < 7; look++) {
            look(budget, PROPOSAL, PROPOSAL.units(), true);
        }
        double seconds = 100 * (PROPOSAL.units() + 20 * WATCH.units()) * UNIT_NANOS / 1e9;
        assertThat(budget.allowsProposal(1_000, 0.3 * seconds)).isFalse();
        for (int look = 0; look < 6; look++) {
            look(budget, PROPOSAL, WATCH.units(), false);
        }
        assertThat(budget.allowsProposal(1_000, 0.3 * seconds)).isFalse();
        assertThat(budget.allowsProposal(1_000, seconds)).isTrue();
    }

    @Test
    void shouldLearnFromLooksThatWereToJudgeOnly() {
        TuningBudget budget = new TuningBudget(0.01);
        for (int look = 0; look < 8; look++) {
            look(budget, WATCH, WATCH.units(), false);
        }
        double seconds = 100 * PROPOSAL.units() * UNIT_NANOS / 1e9;
        assertThat(budget.allowsProposal(1_000, 0.9 * seconds)).isFalse();
        assertThat(budget.allowsProposal(1_000, 3 * seconds)).isTrue();
    }
}
