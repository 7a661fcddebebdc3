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
    private static final long MINUTE = 60_000_000_000L;

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
}
