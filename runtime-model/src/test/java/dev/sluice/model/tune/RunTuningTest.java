package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTuningTest {
    @Test
    void shouldNotCountLateCopiesOfAnEarlierCycle() {
        RunTuning tuning = new RunTuning();
        tuning.begin(1, 2_000);
        tuning.returned(1, 0, List.of(new ResultRun(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(tuning.isTimed()).isFalse();
        tuning.begin(0, 10);
        tuning.returned(1, 1, List.of(new ResultRun(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(tuning.isTimed()).isTrue();
    }
}
