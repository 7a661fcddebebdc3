package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Regression tests of defects found by simulation, each with as few events as possible. */
class FoundBySimulationTest {
    private static final long SECOND = 1_000_000_000L;
    private static final WorkerId FIRST = new WorkerId(1);
    private static final WorkerId SECOND_WORKER = new WorkerId(2);

    private final Scheduler scheduler = new Scheduler(new SchedulerConfig(
            new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0), 3, 6 * SECOND, new SplittableRandom(1), 0));

    private List<Action> apply(Event event, long nowNanos) {
        List<Action> out = new ArrayList<>();
        scheduler.apply(event, nowNanos, out::add);
        return out;
    }

    private static AttemptRun assigned(List<Action> actions, WorkerId worker) {
        return actions.stream()
                .filter(action -> action instanceof Action.Assign assign
                        && assign.worker().equals(worker))
                .map(action -> ((Action.Assign) action).run())
                .findFirst()
                .orElseThrow();
    }

    private static ResultRun all(AttemptRun run) {
        return ResultRun.of(run.firstAttempt(), run.nonce(), run.firstUnit(), (int) run.units(), 1, 0);
    }

    @Test
    void shouldClearAUnitOfAWorkersDeathThoughAnotherComputesItWhenTheWorkerReturns() {
        apply(new Event.WorkerJoined(FIRST, 1), 0);
        AttemptRun run = assigned(apply(new Event.CycleBegun(0, 1), 0), FIRST);
        apply(new Event.WorkerJoined(SECOND_WORKER, 1), 0);
        assigned(apply(new Event.WorkerBroke(FIRST, true), 1), SECOND_WORKER);
        apply(new Event.WorkerReturned(FIRST, 0, List.of(), List.of(all(run))), 2);
        apply(new Event.WorkerBroke(FIRST, true), 3);
        Trouble trouble = scheduler.ledger().trouble(0);
        assertThat(trouble).isNotNull();
        assertThat(trouble.failures).extracting(UnitFailure::worker).containsExactly(FIRST);
        apply(new Event.WorkerReturned(FIRST, 0, List.of(), List.of(all(run))), 4);
        assertThat(scheduler.ledger().trouble(0).failures).isEmpty();
    }

    @Test
    void shouldCollectAgainWhatIsComputedWhileResultsAreOnTheirWay() {
        apply(new Event.WorkerJoined(FIRST, 1), 0);
        apply(new Event.WorkerJoined(SECOND_WORKER, 1), 0);
        List<Action> begun = apply(new Event.CycleBegun(0, 2), 0);
        AttemptRun mine = assigned(begun, FIRST);
        AttemptRun other = assigned(begun, SECOND_WORKER);
        apply(new Event.UnitsCompleted(FIRST, 0, List.of(all(mine))), 1);
        assertThat(apply(new Event.UnitsCompleted(SECOND_WORKER, 0, List.of(all(other))), 1))
                .contains(new Action.Collect(FIRST, 0));
        AttemptRun again = assigned(apply(new Event.WorkerDied(SECOND_WORKER), 2), FIRST);
        apply(new Event.UnitsCompleted(FIRST, 0, List.of(all(again))), 3);
        apply(new Event.ResultsArrived(FIRST, 0, List.of(all(mine))), 4);
        assertThat(scheduler.completedUnits()).isEqualTo(1);
        assertThat(scheduler.roster().find(FIRST).collecting)
                .as("it was told again")
                .isTrue();
        assertThat(apply(new Event.ResultsArrived(FIRST, 0, List.of(all(again))), 5))
                .contains(new Action.FinishCycle(0));
    }

    @Test
    void shouldNotOweAPauseToAWorkerThatWasHeardAfterIt() {
        apply(new Event.WorkerJoined(FIRST, 1), 0);
        apply(new Event.Ticked(), 0);
        long awake = 3600 * SECOND;
        apply(new Event.WorkerHeard(FIRST), awake);
        apply(new Event.Ticked(), awake);
        for (int second = 1; second <= 6; second++) {
            assertThat(apply(new Event.Ticked(), awake + second * SECOND)).isEmpty();
        }
        assertThat(apply(new Event.Ticked(), awake + 7 * SECOND)).hasSize(1);
    }

    @Test
    void shouldGiveNoWorkToAWorkerThatExpiresInTheSameTick() {
        apply(new Event.CycleBegun(0, 2), 0);
        apply(new Event.WorkerJoined(FIRST, 1), 0);
        apply(new Event.WorkerJoined(SECOND_WORKER, 1), 0);
        apply(new Event.Ticked(), 6 * SECOND);
        assertThat(apply(new Event.Ticked(), 7 * SECOND)).noneMatch(Action.Assign.class::isInstance);
    }
}
