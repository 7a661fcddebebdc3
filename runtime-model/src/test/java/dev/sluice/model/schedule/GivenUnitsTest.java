package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GivenUnitsTest {
    private static final AttemptRun FIRST = new AttemptRun(10, 77, 100, 5, 4); // [100, 120)
    private static final AttemptRun SECOND = new AttemptRun(40, 88, 120, 10, 1); // [120, 130)

    private final GivenUnits given = new GivenUnits();

    GivenUnitsTest() {
        given.give(FIRST, 100, 120);
        given.give(SECOND, 120, 130);
    }

    @Test
    void shouldNameResultsByTheAttemptsOfTheMasterAbove() {
        ResultRun below = ResultRun.of(3, -1, 114, 10, 1_000, 0.5);

        assertThat(given.passOn(below, 114, 124))
                .containsExactly(ResultRun.of(12, 77, 114, 6, 600, 0.3), ResultRun.of(40, 88, 120, 4, 400, 0.2));
        assertThat(given.owedUnits()).isEqualTo(20);
    }

    @Test
    void shouldOweAUnitUntilNewsOfItGoesUpAndKeepItsNameUntilTheEnd() {
        ResultRun below = ResultRun.of(3, -1, 100, 5, 10, 0);
        given.passOn(below, 100, 105);
        given.passOn(below, 100, 105); // the result follows the news

        assertThat(given.owedUnits()).isEqualTo(25);
        assertThat(given.has(100, 130)).isTrue();
    }

    @Test
    void shouldNameWhatIsDueAndWhatIsOnlyToldUntilTheResultGoesUp() {
        given.passOn(ResultRun.of(3, -1, 116, 6, 10, 0), 116, 122);

        assertThat(given.due()).containsExactly(new HeldUnits(10, 77, 100, 20), new HeldUnits(40, 88, 120, 10));
        assertThat(given.told()).containsExactly(new HeldUnits(13, 77, 116, 4), new HeldUnits(40, 88, 120, 2));

        given.delivered(116, 122);
        given.fail(129);

        assertThat(given.told()).isEmpty();
        assertThat(given.due()).containsExactly(new HeldUnits(10, 77, 100, 16), new HeldUnits(40, 88, 122, 7));
        UnitRanges due = new UnitRanges();
        given.forEachDueWithin(110, 125, due::add);
        assertThat(due.size()).isEqualTo(6 + 3);
    }

    @Test
    void shouldGiveBackPartsOfPieces() {
        assertThat(given.giveBack(118, 122))
                .containsExactly(new HeldUnits(13, 77, 118, 2), new HeldUnits(40, 88, 120, 2));
        assertThat(given.has(118, 119)).isFalse();
        assertThat(given.has(117, 119)).isFalse();
        assertThat(given.has(100, 118)).isTrue();
        assertThat(given.owedUnits()).isEqualTo(26);
        assertThat(given.passOn(ResultRun.of(1, 1, 117, 3, 3, 0), 117, 120))
                .containsExactly(ResultRun.of(13, 77, 117, 1, 1, 0));
    }

    @Test
    void shouldTakeAgainWhatWasGivenBackAndNothingTwice() {
        given.giveBack(100, 110);
        AttemptRun again = new AttemptRun(90, 99, 100, 10, 1);
        given.give(again, 100, 110);

        assertThat(given.fail(104)).containsExactly(new HeldUnits(90, 99, 104, 1));
        assertThatThrownBy(() -> given.give(again, 105, 106))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("given before");
    }

    @Test
    void shouldAdoptWhatIsNotGivenUnderTheNameItCameWith() {
        HeldUnits brought = new HeldUnits(900, -5, 90, 50); // [90, 140)

        assertThat(given.adopt(brought))
                .containsExactly(new HeldUnits(900, -5, 90, 10), new HeldUnits(900, -5, 130, 10));
        assertThat(given.adopt(brought)).isEmpty();
        assertThat(given.has(90, 140)).isTrue();
        assertThat(given.owedUnits()).isEqualTo(50);
        assertThat(given.due()).contains(new HeldUnits(900, -5, 130, 10));
        assertThat(given.passOn(ResultRun.of(3, -1, 128, 4, 40, 0), 128, 132))
                .containsExactly(ResultRun.of(40, 88, 128, 2, 20, 0), ResultRun.of(900, -5, 130, 2, 20, 0));
        UnitRanges mine = given.named(brought);
        assertThat(mine.size()).isEqualTo(20);
        assertThat(mine.intersects(100, 130)).isFalse();
    }

    @Test
    void shouldAdoptNothingThatNoMasterCanHaveGiven() {
        assertThat(given.adopt(new HeldUnits(1, 1, 200, 1L << 31))).isEmpty();
        assertThat(given.adopt(new HeldUnits(1, 1, 1L << 61, 1))).isEmpty();
        assertThat(given.adopt(new HeldUnits(Long.MAX_VALUE / 2, 1, 200, 1))).isEmpty();
        assertThat(given.owedUnits()).isEqualTo(30);
    }

    /** Random results and returns: names are the parent's, and every unit is owed or not. */
    @SeededTest(runs = 200)
    void shouldKeepAccountOfEachUnit(RandomGenerator random) {
        boolean[] has = new boolean[130];
        boolean[] owed = new boolean[130];
        for (int unit = 100; unit < 130; unit++) {
            has[unit] = true;
            owed[unit] = true;
        }
        for (int step = 0; step < 20; step++) {
            int from = random.nextInt(100, 130);
            int to = random.nextInt(from + 1, 131);
            boolean back = random.nextInt(3) == 0;
            long named = back
                    ? given.giveBack(from, to).stream()
                            .mapToLong(HeldUnits::units)
                            .sum()
                    : given.passOn(ResultRun.of(1, 1, from, to - from, 0, 0), from, to).stream()
                            .mapToLong(ResultRun::units)
                            .sum();
            long expected = 0;
            for (int unit = from; unit < to; unit++) {
                expected += has[unit] ? 1 : 0;
                owed[unit] = false;
                has[unit] &= !back;
            }
            assertThat(named).isEqualTo(expected);
        }
        long left = 0;
        for (int unit = 100; unit < 130; unit++) {
            left += owed[unit] ? 1 : 0;
            assertThat(given.has(unit, unit + 1)).isEqualTo(has[unit]);
        }
        assertThat(given.owedUnits()).isEqualTo(left);
        given.clear();
        assertThat(List.of(given.owedUnits(), given.has(100, 101))).containsExactly(0L, false);
    }
}
