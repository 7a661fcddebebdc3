package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.LongUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongUnitsTest {
    private static final long SECOND = 1_000_000_000L;

    private final LongUnits units = new LongUnits();

    private boolean isNews(long unit, long nanos) {
        return units.isNews(new LongUnit(0, unit, nanos, "a", 1));
    }

    @Test
    void shouldNoticeAUnitAfterAMinuteIfNoneHasEnded() {
        assertThat(units.medianNanos()).isZero();
        assertThat(isNews(7, 60 * SECOND - 1)).isFalse();
        assertThat(isNews(7, 60 * SECOND)).isTrue();
    }

    @Test
    void shouldNoticeAUnitAfterAMinuteIfOthersAreShort() {
        units.computed(18, 18 * SECOND / 100);
        assertThat(isNews(7, 59 * SECOND)).isFalse();
        assertThat(isNews(7, 61 * SECOND)).isTrue();
    }

    @Test
    void shouldWaitForTenTimesTheMedianIfUnitsAreLong() {
        for (int minutes = 1; minutes <= 9; minutes++) {
            units.computed(1, minutes * 60 * SECOND);
        }
        assertThat(isNews(7, 44 * 60 * SECOND)).isFalse();
        assertThat(isNews(7, 57 * 60 * SECOND)).isTrue();
    }

    @Test
    void shouldNoticeAUnitOnceInACycle() {
        assertThat(isNews(7, 60 * SECOND)).isTrue();
        assertThat(isNews(7, 62 * SECOND)).isFalse();
        assertThat(isNews(8, 62 * SECOND)).isTrue();
        assertThat(units.isNews(new LongUnit(1, 7, 62 * SECOND, "a", 1))).isTrue();
        assertThat(units.isNews(new LongUnit(1, 7, 64 * SECOND, "a", 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 999, 1_000_000, 1_250_000_000, Long.MAX_VALUE})
    void shouldKnowTheMedianToAnEighth(long nanos) {
        units.computed(2, 0);
        units.computed(3, 1);
        for (int i = 0; i < 5; i++) {
            units.computed(1, nanos);
        }
        units.computed(1, nanos);
        assertThat(units.medianNanos() / (double) nanos).isBetween(7 / 8.0, 9 / 8.0);
    }
}
