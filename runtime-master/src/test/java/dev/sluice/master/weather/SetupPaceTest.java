package dev.sluice.master.weather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetupPaceTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BYTES = 1_000_000;

    private final SetupPace pace = new SetupPace();

    private void begin(int cycle, long bytes, int setups, long atNanos) {
        pace.begin(cycle, bytes, atNanos);
        for (int i = 0; i < setups; i++) {
            pace.sent();
        }
    }

    /** A worker returns its first unit, which took so long. */
    private void result(int worker, int cycle, long computeNanos, long atNanos) {
        List<ResultRun> runs = List.of(ResultRun.of(1, 0, 0, 1, computeNanos, 0));
        pace.results(new WorkerId(worker), cycle, runs, atNanos);
    }

    @Test
    void shouldCountAllSetupsUntilTheLastOneArrives() {
        begin(0, BYTES, 2, 5 * SECOND);
        result(1, 0, SECOND, 7 * SECOND);
        result(2, 0, SECOND, 8 * SECOND);
        result(1, 0, SECOND, 20 * SECOND);
        assertThat(pace.bytesPerSecond()).isEqualTo(1e6);
    }

    @Test
    void shouldCountPartOfASetupThatWasUnderWayWhenItsCycleEnded() {
        begin(0, BYTES, 2, 0);
        result(1, 0, 0, SECOND);
        begin(1, BYTES, 2, 2 * SECOND);
        result(1, 1, 0, 3 * SECOND);
        assertThat(pace.bytesPerSecond()).isEqualTo(2.5e6 / 2);
    }

    @Test
    void shouldLeaveOutCyclesInWhichAWorkerCame() {
        begin(0, BYTES, 1, 0);
        result(1, 0, 0, 10 * SECOND);
        pace.late();
        assertThat(pace.bytesPerSecond()).isZero();
        begin(1, BYTES, 1, 10 * SECOND);
        result(1, 1, 0, 11 * SECOND);
        assertThat(pace.bytesPerSecond()).isEqualTo(1e6);
    }

    @Test
    void shouldKnowNothingOfSmallSetupsAndOfResultsOfAnEarlierCycle() {
        begin(0, 100_000, 1, 0);
        result(1, 0, 0, SECOND);
        begin(1, BYTES, 1, SECOND);
        result(1, 0, 0, 2 * SECOND);
        assertThat(pace.bytesPerSecond()).isZero();
    }
}
