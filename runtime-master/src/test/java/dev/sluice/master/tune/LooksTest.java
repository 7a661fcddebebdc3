package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks that are computed at once, and take a hundred times as long as is foretold at first. */
class LooksTest {
    private static final TuningBudget.Cost PROPOSAL = new TuningBudget.Cost(1_000, 900, true);
    private static final TuningBudget.Cost WATCH = new TuningBudget.Cost(1_000, 0, false);
    private static final double UNIT_NANOS = 200_000;

    private final TuningBudget budget = new TuningBudget(0.01);
    private final Looks looks = new Looks(new IdleFloor(), new AtOnce(), budget);

    private static final class AtOnce implements Beside {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public long cpuNanos() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private void look(TuningBudget.Cost foretold, double simulatedUnits, boolean compared) {
        long nanos = Math.round(simulatedUnits * UNIT_NANOS);
        looks.begin(
                foretold,
                () -> new TuningAnswer(List.of(), List.of(), -1, nanos, 0, compared, false, ""),
                answer -> {});
    }

    /** Looks at a change that is being tried, or while the knob rests, simulate whole cycles only. */
    @Test
    void shouldNotTakeLooksThatComparedNothingForCheapProposals() {
        look(PROPOSAL, PROPOSAL.units(), true);
        for (int look = 0; look < 6; look++) {
            look(PROPOSAL, PROPOSAL.units(), true);
        }
        double seconds = 100 * (PROPOSAL.units() + 20 * WATCH.units()) * UNIT_NANOS / 1e9;
        assertThat(budget.allowsProposal(1_000, 900, 0.3 * seconds)).isFalse();
        for (int look = 0; look < 6; look++) {
            look(PROPOSAL, WATCH.units(), false);
        }
        assertThat(budget.allowsProposal(1_000, 900, 0.3 * seconds)).isFalse();
        assertThat(budget.allowsProposal(1_000, 900, seconds)).isTrue();
    }

    @Test
    void shouldLearnFromLooksThatWereToJudgeOnly() {
        for (int look = 0; look < 8; look++) {
            look(WATCH, WATCH.units(), false);
        }
        double seconds = 100 * PROPOSAL.units() * UNIT_NANOS / 1e9;
        assertThat(budget.allowsProposal(1_000, 900, 0.9 * seconds)).isFalse();
        assertThat(budget.allowsProposal(1_000, 900, 3 * seconds)).isTrue();
    }
}
