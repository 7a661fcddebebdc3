package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Cycles of which the model says that each takes a second. */
class CycleDoubtTest {
    private static final Setting ALL = Setting.FLAT;
    private static final double LEAST = 0.001;

    private final CycleDoubt doubt = new CycleDoubt();
    private double seconds;
    private int cycle;

    private void ended(double log, Setting now, boolean disturbed) {
        seconds += Math.exp(log);
        cycle++;
        doubt.ended(
                new Snapshot(
                        seconds, cycle, 100, new Snapshot.Work(cycle, cycle, 1), true, disturbed, 0, List.of(), null),
                now,
                1);
    }

    private void ended(double log) {
        ended(log, ALL, false);
    }

    @Test
    void shouldBeUnknownUntilTwoDifferencesAreKnown() {
        ended(0);
        ended(0.1);
        ended(0.1);
        assertThat(doubt.doubt(LEAST)).isNaN();
        ended(0.1);
        assertThat(doubt.doubt(LEAST)).isEqualTo(LEAST);
    }

    @Test
    void shouldTakeAnErrorThatDriftsForNone() {
        for (int i = 0; i < 30; i++) {
            ended(0.3 * Math.pow(0.85, i));
        }
        assertThat(doubt.doubt(LEAST)).isLessThan(0.004);
    }

    /** The median of the absolute value of a normal variable is 0.67 of its standard deviation. */
    @Test
    void shouldBeTheUsualDifferenceToTheMedianWhereErrorsAreIndependent() {
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < 2_000; i++) {
            ended(0.02 * random.nextGaussian());
            sum += i < 100 ? 0 : doubt.doubt(LEAST) / 1_900;
        }
        assertThat(sum).isCloseTo(0.67 * 0.02, within(0.001));
    }

    @Test
    void shouldCompareOnlyWholeCyclesUnderOneSetting() {
        Setting fewer = ALL.withParked(Set.of(3));
        for (int i = 0; i < 8; i++) {
            ended(0.01);
        }
        ended(0.9, fewer, false);
        ended(0.2, fewer, false);
        ended(0.7, fewer, true);
        ended(0.2, fewer, false);
        cycle++;
        ended(0.7, fewer, false);
        assertThat(doubt.doubt(LEAST)).isEqualTo(LEAST);
        for (int i = 0; i < 20; i++) {
            ended(i % 2 == 0 ? 0.05 : 0, fewer, false);
        }
        assertThat(doubt.doubt(LEAST)).isCloseTo(0.05 / Math.sqrt(2), within(1e-9));
    }
}
