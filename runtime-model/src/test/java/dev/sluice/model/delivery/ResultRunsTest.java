package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultRunsTest {
    private static final AttemptRun RUN = new AttemptRun(7, 99, 100, 50, 1);

    private final ResultRuns runs = new ResultRuns();

    @Test
    void shouldMergeConsecutiveUnitsOfOneRun() {
        assertThat(runs.add(RUN, 100, 2_000_000_000L, 5)).isFalse();
        assertThat(runs.add(RUN, 101, 1_000_000_000L, 9)).isFalse();
        assertThat(runs.units()).isEqualTo(2);
        assertThat(runs.bornNanos()).isEqualTo(5);
        assertThat(runs.take()).containsExactly(ResultRun.of(RUN.attemptOf(100), 99, 100, 2, 3_000_000_000L, 5.0));
        assertThat(runs.isEmpty()).isTrue();
    }

    @Test
    void shouldBeginAnotherRunAfterAGap() {
        runs.add(RUN, 100, 1, 5);
        assertThat(runs.add(RUN, 102, 1, 6)).as("completes the first").isTrue();
        assertThat(runs.add(new AttemptRun(8, 98, 103, 50, 1), 103, 1, 7))
                .as("another attempt")
                .isTrue();
        List<ResultRun> all = runs.take();
        assertThat(all).extracting(ResultRun::firstUnit).containsExactly(100L, 102L, 103L);
    }

    @Test
    void shouldBeginAnewWhenItWasTaken() {
        runs.add(RUN, 100, 1, 5);
        runs.take();
        assertThat(runs.take()).isEmpty();
        assertThat(runs.add(RUN, 101, 1, 8)).isFalse();
        assertThat(runs.bornNanos()).isEqualTo(8);
        assertThat(runs.take()).extracting(ResultRun::firstUnit).containsExactly(101L);
    }
}
