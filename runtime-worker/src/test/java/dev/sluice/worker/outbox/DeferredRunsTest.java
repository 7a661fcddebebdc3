package dev.sluice.worker.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredRunsTest {
    private final DeferredRuns runs = new DeferredRuns();

    private static ResultRun run(long attempt, long nonce, long firstUnit, int units) {
        return ResultRun.of(attempt, nonce, firstUnit, units, 0, 0);
    }

    @Test
    void shouldJoinAdjacentRunsOfOneNonce() {
        runs.addAll(List.of(run(40, 7, 39, 2), run(44, 7, 43, 1), run(42, 7, 41, 2), run(3, 8, 44, 1)));

        assertThat(runs.all()).containsExactly(run(40, 7, 39, 5), run(3, 8, 44, 1));
    }

    /** Another master reassigned a unit that is in the value: it is in it twice, and nothing else is forgotten. */
    @Test
    void shouldNameUnitsTwiceThatWereComputedTwice() {
        runs.addAll(List.of(run(40, 7, 39, 11)));
        runs.addAll(List.of(run(90, 8, 39, 1), run(91, 8, 40, 1)));
        runs.addAll(List.of(run(99, 9, 40, 1)));

        assertThat(runs.all()).containsExactly(run(40, 7, 39, 11), run(90, 8, 39, 2), run(99, 9, 40, 1));
        runs.clear();
        assertThat(runs.all()).isEmpty();
        assertThat(runs.isEmpty()).isTrue();
    }
}
