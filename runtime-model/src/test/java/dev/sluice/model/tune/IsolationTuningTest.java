package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.tune.IsolationTuning.Change;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsolationTuningTest {
    private static final WorkerId FIRST = new WorkerId(1);
    private static final WorkerId SECOND = new WorkerId(2);
    private static final long MINUTE = IsolationTuning.QUIET_NANOS;

    private final IsolationTuning tuning = new IsolationTuning(true);

    private static CauseTimes times(long compute, long runtime) {
        return CauseTimes.of(Map.of(Cause.COMPUTE, compute, Cause.RUNTIME, runtime));
    }

    /** Slot times of which the runtime took 2 % before units were isolated. */
    private static CauseTimes usual() {
        return times(980, 20);
    }

    private void isolate() {
        assertThat(tuning.workerDied(FIRST, true, usual(), 0)).isEqualTo(Change.ISOLATE);
    }

    @Test
    void shouldIsolateAfterTheSecondWorkerThatDies() {
        assertThat(tuning.workerDied(FIRST, false, usual(), 0)).isEqualTo(Change.NONE);
        assertThat(tuning.workerDied(FIRST, false, usual(), 1)).as("the same").isEqualTo(Change.NONE);
        assertThat(tuning.workerDied(SECOND, false, usual(), 2)).isEqualTo(Change.ISOLATE);
        assertThat(tuning.isolated()).isTrue();
    }

    @Test
    void shouldIsolateAtOnceIfAUnitIsKnownToHaveEndedItsWorker() {
        isolate();
        assertThat(tuning.workerDied(SECOND, true, usual(), 1)).isEqualTo(Change.NONE);
    }

    @Test
    void shouldChangeNothingThatTheUserHasSet() {
        IsolationTuning fixed = new IsolationTuning(false);
        assertThat(fixed.workerDied(FIRST, true, usual(), 0)).isEqualTo(Change.NONE);
        assertThat(fixed.workerDied(SECOND, true, usual(), 0)).isEqualTo(Change.NONE);
        assertThat(fixed.isolated()).isFalse();
    }

    @Test
    void shouldReturnOnceIsolationCostsMuchAndNoUnitHasDiedForAMinute() {
        isolate();
        assertThat(tuning.measured(times(1_780, 220), MINUTE - 1)).isEqualTo(Change.NONE);
        assertThat(tuning.measured(times(1_780, 220), MINUTE)).isEqualTo(Change.RETURN);
        assertThat(tuning.cost()).isEqualTo(0.2);
        assertThat(tuning.isolated()).isFalse();
    }

    @Test
    void shouldStayIsolatedWhileThatCostsLittle() {
        isolate();
        assertThat(tuning.measured(times(1_880, 120), MINUTE))
                .as("8 % more than before")
                .isEqualTo(Change.NONE);
        assertThat(tuning.measured(times(1_980, 1_000), 2 * MINUTE - 1)).isEqualTo(Change.NONE);
        assertThat(tuning.measured(times(1_980, 1_000), 2 * MINUTE)).isEqualTo(Change.RETURN);
    }

    @Test
    void shouldWaitForAMinuteAfterTheLastUnitThatDied() {
        isolate();
        tuning.unitDied(times(1_500, 200), MINUTE - 1);
        assertThat(tuning.measured(times(2_000, 700), MINUTE)).isEqualTo(Change.NONE);
        assertThat(tuning.measured(times(2_000, 700), 2 * MINUTE - 1)).isEqualTo(Change.RETURN);
    }

    @Test
    void shouldIsolateForGoodAfterTheFirstDeathThatFollowsTheReturn() {
        isolate();
        assertThat(tuning.measured(times(1_000, 2_000), MINUTE)).isEqualTo(Change.RETURN);
        assertThat(tuning.workerDied(SECOND, false, times(2_000, 2_100), 2 * MINUTE))
                .isEqualTo(Change.ISOLATE);
        assertThat(tuning.measured(times(2_001, 9_000), 9 * MINUTE)).isEqualTo(Change.NONE);
        assertThat(tuning.isolated()).isTrue();
    }
}
