package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests cycles that open again because accepted results could not be decoded. */
class ReopenedCycleTest {
    private final WorkerId faulty = new WorkerId(1);
    private final WorkerId other = new WorkerId(2);
    private final List<Action> out = new ArrayList<>();
    private final Scheduler scheduler = new World(PolicyName.SS, 0, 1).scheduler;

    private void apply(Event event) {
        out.clear();
        scheduler.apply(event, 0, out::add);
    }

    private AttemptRun assigned() {
        assertThat(out).hasSize(1).allMatch(Action.Assign.class::isInstance);
        return ((Action.Assign) out.get(0)).run();
    }

    private static List<ResultRun> resultOf(AttemptRun run) {
        return List.of(ResultRun.of(run.firstAttempt(), run.nonce(), run.firstUnit(), 1, 1_000, 0));
    }

    private Event.CycleReopened reopened(int cycle) {
        UnitRanges missing = new UnitRanges();
        missing.add(0, 1);
        UnitFailure failure = new UnitFailure(faulty, ErrorCode.RESULT_ENCODING, "", "garbage", "");
        return new Event.CycleReopened(cycle, 1, missing, List.of(new Event.VoidResult(0, failure)));
    }

    @Test
    void shouldGiveAUnitWithAVoidResultToAnotherPeer() {
        apply(new Event.WorkerJoined(faulty, 1));
        apply(new Event.CycleBegun(0, 1));
        AttemptRun first = assigned();
        apply(new Event.ResultsArrived(faulty, 0, resultOf(first)));
        assertThat(out).contains(new Action.FinishCycle(0));
        apply(new Event.WorkerJoined(other, 1));

        apply(reopened(0));
        assertThat(scheduler.counters().accepted()).isZero();
        assertThat(((Action.Assign) out.get(0)).worker()).isEqualTo(other);
        AttemptRun again = assigned();
        apply(new Event.ResultsArrived(faulty, 0, resultOf(first))); // the same garbage once more
        assertThat(out).noneMatch(Action.Accept.class::isInstance);
        apply(new Event.ResultsArrived(other, 0, resultOf(again)));

        assertThat(out).contains(new Action.Accept(other, 0, 0, 1), new Action.FinishCycle(0));
        assertThat(scheduler.counters().accepted()).isEqualTo(1);
    }

    @Test
    void shouldReopenTheLatestCycleOnly() {
        apply(new Event.CycleBegun(0, 0));
        apply(new Event.CycleBegun(1, 0));
        assertThatIllegalStateException().isThrownBy(() -> apply(reopened(0)));
    }
}
