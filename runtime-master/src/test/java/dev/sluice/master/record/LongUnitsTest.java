package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.LongUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongUnitsTest {
    private static final long SECOND = 1_000_000_000L;

    private final LongUnits units = new LongUnits();

    private boolean isNews(long unit, long nanos) {
        return units.isNews(LongUnit.silent(0, unit, nanos, "a", 1, false));
    }

    private boolean isNewsOfPreparing(String host, long unit) {
        return units.isNews(LongUnit.silent(0, unit, 61 * SECOND, host, 1, true));
    }

    @BeforeEach
    void begin() {
        units.cycleBegun(0);
    }

    @Test
    void shouldNoticeAUnitAfterAMinuteIfNoneHasEnded() {
        assertThat(units.medianNanos()).isZero();
        assertThat(isNews(7, 60 * SECOND - 1)).isFalse();
        assertThat(isNews(7, 60 * SECOND)).isTrue();
    }

    @Test
    void shouldNoticeAUnitAfterAMinuteIfOthersAreShort() {
        units.computed(0, 18, 18 * SECOND / 100);
        assertThat(isNews(7, 59 * SECOND)).isFalse();
        assertThat(isNews(7, 61 * SECOND)).isTrue();
    }

    @Test
    void shouldWaitForTenTimesTheMedianIfUnitsAreLong() {
        for (int minutes = 1; minutes <= 9; minutes++) {
            units.computed(0, 1, minutes * 60 * SECOND);
        }
        assertThat(isNews(7, 44 * 60 * SECOND)).isFalse();
        assertThat(isNews(7, 57 * 60 * SECOND)).isTrue();
    }

    @Test
    void shouldNoticeAUnitOnceInACycle() {
        units.computed(0, 1, SECOND);
        assertThat(isNews(7, 60 * SECOND)).isTrue();
        assertThat(isNews(7, 62 * SECOND)).isFalse();
        assertThat(isNews(8, 62 * SECOND)).isTrue();
        units.cycleBegun(1);
        units.computed(1, 1, SECOND);
        assertThat(isNews(7, 62 * SECOND)).isTrue();
        assertThat(isNews(7, 64 * SECOND)).isFalse();
    }

    @Test
    void shouldNoticeOneUnitUntilOneHasEndedAndLaterTheOneThatHangs() {
        for (long second = 60; second < 180; second += 2) {
            for (long unit = 0; unit < 16; unit++) {
                assertThat(isNews(unit, second * SECOND))
                        .as("%d after %d s", unit, second)
                        .isEqualTo(unit == 0 && second == 60);
            }
        }
        units.computed(0, 15, 15 * 180 * SECOND);
        assertThat(isNews(0, 26 * 60 * SECOND)).isFalse();
        assertThat(isNews(0, 34 * 60 * SECOND)).isTrue();
        assertThat(isNews(0, 120 * 60 * SECOND)).isFalse();
    }

    @Test
    void shouldForgetTheShortUnitsOfAnEarlierCycle() {
        units.computed(0, 1_000_000, 1_000_000 * SECOND / 1_000);
        units.cycleBegun(1);
        units.computed(0, 5, SECOND / 1_000); // copies of units of that cycle
        assertThat(isNews(0, 61 * SECOND)).isTrue();
        assertThat(isNews(1, 61 * SECOND)).isFalse();
        units.computed(1, 1, 300 * SECOND);
        assertThat(isNews(1, 400 * SECOND)).isFalse();
        assertThat(isNews(1, 3_600 * SECOND)).isTrue();
    }

    @Test
    void shouldExpectAsLongUnitsAsInTheCycleBeforeUntilOneHasEnded() {
        units.computed(0, 5, 5 * 300 * SECOND);
        units.cycleBegun(1);
        assertThat(isNews(0, 61 * SECOND)).isFalse();
        units.cycleBegun(2); // without units
        assertThat(isNews(0, 61 * SECOND)).isFalse();
        assertThat(isNews(0, 3_600 * SECOND)).isTrue();
    }

    @Test
    void shouldNoticeAWorkerThatPreparesOnceAndApartFromUnits() {
        assertThat(isNewsOfPreparing("a", 7)).isTrue();
        assertThat(isNewsOfPreparing("b", 8)).as("none has ended").isFalse();
        assertThat(isNews(7, 61 * SECOND)).isTrue();
        units.computed(0, 5, 5 * 300 * SECOND);
        assertThat(isNewsOfPreparing("a", 9)).isFalse();
        assertThat(isNewsOfPreparing("b", 8)).isTrue();
        assertThat(isNewsOfPreparing("b", 9)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 999, 1_000_000, 1_250_000_000, 1L << 53})
    void shouldKnowTheMedianToOnePercent(long nanos) {
        units.computed(0, 2, 0);
        units.computed(0, 3, 1);
        for (int i = 0; i < 5; i++) {
            units.computed(0, 1, nanos);
        }
        units.computed(0, 1, nanos);
        assertThat(units.medianNanos() / (double) nanos).isBetween(0.99, 1.01);
    }
}
