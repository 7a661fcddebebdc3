package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkersTunerTest {
    @Test
    void shouldSayHowManyWorkersAreParked() {
        assertThat(WorkersTuner.parked(1, 6)).isEqualTo("1 of 6 workers is parked");
        assertThat(WorkersTuner.parked(2, 6)).isEqualTo("2 of 6 workers are parked");
    }
}
