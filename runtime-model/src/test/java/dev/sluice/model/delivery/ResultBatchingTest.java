package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultBatchingTest {
    private static final long MUCH = 1L << 40;

    @Test
    void shouldSendABatchThatIsLargeOrHoldsHalfOfWhatIsHere() {
        assertThat(ResultBatching.isFull(65_536, 3, 1_000, 1)).isTrue();
        assertThat(ResultBatching.isFull(65_535, 3, 1_000, 1)).isFalse();
        assertThat(ResultBatching.isFull(100, 256, 10_000, 1)).isTrue();
        assertThat(ResultBatching.isFull(100, 10, 11, 1)).isFalse();
        assertThat(ResultBatching.isFull(100, 10, 10, 1)).isTrue();
        assertThat(ResultBatching.isFull(8, 1, 0, 1)).isTrue();
        assertThat(ResultBatching.isFull(100, 10, 20, 2)).isTrue();
    }

    @Test
    void shouldCountTheUnitsThatEachStandsFor() {
        assertThat(ResultBatching.isFull(100, 16, 10_000, 1, 16)).isTrue();
        assertThat(ResultBatching.isFull(100, 15, 10_000, 1, 16)).isFalse();
    }

    @Test
    void shouldNotLetABatchWaitForALongUnit() {
        assertThat(ResultBatching.isOld(0, 12_000_000)).isTrue();
        assertThat(ResultBatching.isOld(8_000_000, 1_000_000)).isFalse();
        assertThat(ResultBatching.isOld(9_200_000, 1_000_000)).isTrue();
    }

    @Test
    void shouldLookForALateBatchAfterItsPatienceIsOver() {
        assertThat(ResultBatching.lookAgainNanos(0)).isEqualTo(ResultBatching.DEADLINE_NANOS);
        assertThat(ResultBatching.lookAgainNanos(4_000_000))
                .isEqualTo(ResultBatching.DEADLINE_NANOS - 4_000_000)
                .isGreaterThan(ResultBatching.PATIENCE_NANOS);
        assertThat(ResultBatching.lookAgainNanos(1_000_000_000)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "1_000, 10, 1",
        "1_000, 10, 16",
        "1_000, 1_000, 1",
        "1_000, 70_000, 1",
        "300_000, 10, 1",
        "9_999_999, 10, 1",
        "30_000_000, 10, 1",
        "10_000, 0, 7",
    })
    void shouldExpectAsManyUnitsAsABatchGathersOneByOne(String nanos, String size, int together) {
        long unitNanos = Long.parseLong(nanos.replace("_", ""));
        long resultBytes = Long.parseLong(size.replace("_", ""));
        int units = 1;
        while (!ResultBatching.isFull(units * resultBytes, units, MUCH, 1, together)
                && !ResultBatching.isOld((units - 1) * unitNanos, unitNanos)) {
            units++;
        }
        assertThat(ResultBatching.expectedUnits(unitNanos, resultBytes, together))
                .isEqualTo(units);
    }
}
