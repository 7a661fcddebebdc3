package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The master's side, with what workers would have said. */
class CalibrationTest {
    private static final long[] NOTHING = {};

    private final Calibration calibration = new Calibration();
    private final AtomicLong messages = new AtomicLong();

    @BeforeEach
    void begin() throws ApplicationException {
        Hosted.of(calibration).parse(List.of("--steps=8:0:0:0:100,3:0:0:0"));
        calibration.count(messages::get);
        calibration.cycle(0);
    }

    @Test
    void shouldTakeEachWorkerByItself() {
        accept(0, 1, spent(1_000, 5, 100, 2_000, 30, 1_500));
        accept(1, 2, spent(7_000, 1, 900, 8_000, 40, 7_700));
        messages.set(3);
        accept(2, 0, null);
        accept(3, 2, spent(9_000, 4, 1_200, 9_000, 70, 8_500));
        accept(4, 1, spent(2_000, 6, 600, 3_000, 50, 2_400));
        calibration.endCycle(0);

        Measured measured = calibration.measured().get(0);
        assertThat(measured.units()).as("one of the first, three of the second").isEqualTo(4);
        assertThat(measured.workerLoopNanos()).isEqualTo((500 + 300) / 4.0);
        assertThat(measured.slotNanos()).isEqualTo((1_000 - 900 + 1_000 - 800) / 4.0);
        assertThat(measured.messages()).as("three with the last four").isCloseTo(0.75, within(1e-9));
        assertThat(calibration.upkeep().get(0).workerNanos()).isEqualTo(50 + 70);
    }

    @Test
    void shouldNotMindTheOrderInWhichSlotsSaySomething() {
        accept(0, 1, spent(2_000, 6, 600, 3_000, 50, 2_400));
        accept(1, 1, spent(1_000, 5, 100, 2_000, 30, 1_500));
        calibration.endCycle(0);

        assertThat(calibration.measured().get(0).workerLoopNanos()).isEqualTo(500);
        assertThat(calibration.upkeep().get(0).workerNanos()).isEqualTo(50);
    }

    @Test
    void shouldBeginAnewWithEachStep() {
        accept(0, 1, spent(1_000, 5, 100, 2_000, 30, 1_500));
        accept(1, 1, spent(2_000, 6, 600, 3_000, 50, 2_400));
        calibration.endCycle(0);
        calibration.cycle(1);
        accept(0, 2, spent(5_000, 7, 700, 4_000, 10, 3_000));
        calibration.endCycle(1);

        Measured silent = calibration.measured().get(1);
        assertThat(silent.units()).as("it spoke only once").isZero();
        assertThat(silent.workerLoopNanos()).isZero();
        assertThat(calibration.upkeep().get(1).workerNanos()).as("of both").isEqualTo(50 + 10);
    }

    private void accept(long index, long process, long[] spent) {
        calibration.accept(index, new Calibration.Answer(process, spent == null ? NOTHING : spent, new byte[0]));
    }

    private static long[] spent(long clock, long units, long loop, long callers, long rest, long spun) {
        return new Spent(clock, units, 0, loop, callers, 0, rest, 0, spun).numbers();
    }
}
