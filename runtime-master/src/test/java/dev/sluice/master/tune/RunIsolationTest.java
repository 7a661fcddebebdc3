package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunIsolationTest {
    private static final WorkerId FIRST = new WorkerId(1);
    private static final WorkerId SECOND = new WorkerId(2);
    private static final long MINUTE = RunIsolation.QUIET_NANOS;

    private final List<String> decisions = new ArrayList<>();
    private CauseTimes times = CauseTimes.ZERO;
    private final RunIsolation isolation = new RunIsolation(
            true,
            (kind, what, why, gain) -> {
                decisions.add(kind + ": " + what + ": " + why);
                return decisions.size();
            },
            () -> times);

    private void spend(long compute, long runtime) {
        times = times.plus(CauseTimes.of(Map.of(Cause.COMPUTE, compute, Cause.RUNTIME, runtime)));
    }

    @Test
    void shouldReturnOnceAndIsolateAgainForGood() {
        spend(100, 1);
        assertThat(isolation.failed(FIRST, ErrorCode.UNIT_EXITED, 0)).isTrue();
        spend(60, 40);
        assertThat(isolation.look(MINUTE - 1)).isFalse();
        assertThat(isolation.look(MINUTE)).isTrue();
        assertThat(isolation.isolated()).isFalse();
        assertThat(isolation.known())
                .as("workers that register must hear of it")
                .isTrue();
        isolation.missed(SECOND);
        assertThat(isolation.gone(SECOND, 2 * MINUTE)).isTrue();
        spend(0, 100);
        assertThat(isolation.look(9 * MINUTE)).isFalse();
        assertThat(decisions)
                .containsExactly(
                        "isolation: units are isolated: units have ended the processes of 1 worker",
                        "isolation: units are isolated no more: no unit has ended its process for a minute",
                        "isolation: units are isolated: units have ended the processes of 1 worker");
    }

    @Test
    void shouldCountNoWorkerThatComesBackOrLeavesInOrder() {
        isolation.missed(FIRST);
        isolation.returned(FIRST);
        assertThat(isolation.gone(FIRST, 0)).isFalse();
        isolation.missed(SECOND);
        assertThat(isolation.gone(SECOND, 0)).as("one death").isFalse();
        assertThat(isolation.gone(new WorkerId(3), 0)).as("in order").isFalse();
        assertThat(decisions).isEmpty();
    }

    @Test
    void shouldNotIsolateBecauseUnitsThrow() {
        assertThat(isolation.failed(FIRST, ErrorCode.UNIT_THREW, 0)).isFalse();
        assertThat(isolation.failed(SECOND, ErrorCode.UNIT_TIMEOUT, 0)).isFalse();
        assertThat(isolation.known()).isFalse();
    }

    @Test
    void shouldFollowItsParentWithoutADecisionOfItsOwn() {
        assertThat(isolation.asked(true)).isTrue();
        assertThat(isolation.asked(true)).as("the same again").isFalse();
        assertThat(isolation.isolated()).isTrue();
        assertThat(isolation.asked(false)).isTrue();
        assertThat(isolation.known()).isTrue();
        assertThat(decisions).isEmpty();
    }

    /** The runtime takes 2 % of the slot times before units are isolated. */
    private void isolate() {
        spend(980, 20);
        assertThat(isolation.failed(FIRST, ErrorCode.UNIT_EXITED, 0)).isTrue();
    }

    private boolean dies(WorkerId worker, long nowNanos) {
        isolation.missed(worker);
        return isolation.gone(worker, nowNanos);
    }

    @Test
    void shouldIsolateAfterTheSecondWorkerThatDies() {
        assertThat(dies(FIRST, 0)).isFalse();
        assertThat(dies(FIRST, 1)).as("the same").isFalse();
        assertThat(dies(SECOND, 2)).isTrue();
        assertThat(isolation.isolated()).isTrue();
    }

    @Test
    void shouldIsolateAtOnceIfAUnitIsKnownToHaveEndedItsWorker() {
        isolate();
        assertThat(isolation.failed(SECOND, ErrorCode.UNIT_EXITED, 1)).isFalse();
        assertThat(dies(SECOND, 2)).isFalse();
        assertThat(decisions).hasSize(1);
    }

    @Test
    void shouldChangeNothingThatTheUserHasSet() {
        RunIsolation set = new RunIsolation(
                false,
                (kind, what, why, gain) -> {
                    throw new AssertionError(what);
                },
                () -> times);
        assertThat(set.failed(FIRST, ErrorCode.UNIT_EXITED, 0)).isFalse();
        assertThat(set.failed(SECOND, ErrorCode.UNIT_KILLED_WORKER, 0)).isFalse();
        assertThat(set.isolated()).isFalse();
    }

    @Test
    void shouldStayIsolatedWhileThatCostsLittle() {
        isolate();
        spend(900, 100);
        assertThat(isolation.look(MINUTE)).as("8 % more than before").isFalse();
        spend(100, 880);
        assertThat(isolation.look(2 * MINUTE - 1)).isFalse();
        assertThat(isolation.look(2 * MINUTE)).isTrue();
    }

    @Test
    void shouldWaitForAMinuteAfterTheLastUnitThatDied() {
        isolate();
        spend(520, 180);
        assertThat(isolation.failed(SECOND, ErrorCode.UNIT_OUT_OF_MEMORY, MINUTE - 1))
                .isFalse();
        spend(500, 500);
        assertThat(isolation.look(MINUTE)).isFalse();
        assertThat(isolation.look(2 * MINUTE - 1)).isTrue();
    }
}
