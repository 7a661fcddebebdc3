package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorthKeepingTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final WorthKeeping OS = WorthKeeping.usual(JournalLevel.OS);

    private static List<ResultRun> units(int units, long computeNanos) {
        return List.of(ResultRun.of(1, 0, 0, units, computeNanos, 0));
    }

    @Test
    void shouldKeepWhatCostsMoreToComputeThanToWrite() {
        assertThat(OS.keeps(units(1, 1_000_000_000), MEBIBYTE)).isTrue();
        assertThat(OS.keeps(units(1, 3_000_000), MEBIBYTE)).isTrue();
        assertThat(OS.keeps(units(1, 1_000_000), MEBIBYTE)).isFalse();
        assertThat(WorthKeeping.usual(JournalLevel.SYNC).keeps(units(1, 3_000_000), MEBIBYTE))
                .isFalse();
    }

    @Test
    void shouldKeepSmallResultsThatTakeNoTime() {
        assertThat(OS.keeps(units(1_000, 0), 1_000 * 1_000)).isTrue();
        assertThat(OS.keeps(units(1_000, 0), 1_000 * 10_000)).isFalse();
    }

    @Test
    void shouldKeepAllWhereSomebodyChoseALevel() {
        assertThat(WorthKeeping.ALL.keeps(units(1, 0), Long.MAX_VALUE / 2)).isTrue();
    }
}
