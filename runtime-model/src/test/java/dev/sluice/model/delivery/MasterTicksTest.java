package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MasterTicksTest {
    private static final long TICKS_PER_SECOND = 1_000_000_000L / MasterTicks.PERIOD_NANOS;

    @Test
    void shouldBeatFiveTimesInTenSeconds() {
        assertThat(LongStream.range(0, 10 * TICKS_PER_SECOND).filter(MasterTicks::isBeat))
                .hasSize(5)
                .startsWith(0L);
    }

    @Test
    void shouldTellTheSchedulerFourTimesASecond() {
        assertThat(LongStream.range(0, TICKS_PER_SECOND).filter(MasterTicks::isForScheduler))
                .hasSize(4)
                .startsWith(0L);
    }
}
