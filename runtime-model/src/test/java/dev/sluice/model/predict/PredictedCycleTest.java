package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PredictedCycleTest {
    @Test
    void shouldInterpolateEachQuantityByItself() {
        PredictedCycle cycle = new PredictedCycle(
                5, 100, List.of(new SampledUnit(4, 5, 10, 400, 0.1), new SampledUnit(0, 1, 10, 0, 0.3)));
        assertThat(cycle.sample()).extracting(SampledUnit::index).containsExactly(0L, 4L);
        assertThat(cycle.totalSeconds()).isCloseTo(15, within(1e-12));
        assertThat(cycle.seconds(2)).isCloseTo(3, within(1e-12));
        assertThat(cycle.seconds(1, 3)).isCloseTo(5, within(1e-12));
        assertThat(cycle.inputBytes(0, 5)).isCloseTo(50, within(1e-9));
        assertThat(cycle.resultBytes(0, 5)).isCloseTo(1000, within(1e-9));
        assertThat(cycle.acceptSeconds(0, 5)).isCloseTo(1.0, within(1e-12));
    }

    @Test
    void shouldBeExactWhenEveryUnitWasExecuted() {
        List<SampledUnit> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(new SampledUnit(i, i * i, 0, 0, 0));
        }
        PredictedCycle cycle = new PredictedCycle(6, 0, all);
        assertThat(cycle.totalSeconds()).isEqualTo(55);
        assertThat(cycle.interval(new SplittableRandom(1))).isEqualTo(Interval.EXACT);
        assertThat(cycle.intervalInOrder()).isEqualTo(Interval.EXACT);
    }

    @Test
    void shouldRefuseACycleOfWhichNothingIsKnown() {
        assertThatThrownBy(() -> new PredictedCycle(10, 0, List.of())).hasMessageContaining("expected: 1 to all");
    }

    @Test
    void shouldHaveNoKneeWhileMoreWorkersStillHelp() {
        ScalingCurve sparse = new ScalingCurve(List.of(point(1, 100), point(2, 50), point(4, 26), point(8, 13)));
        assertThat(sparse.isFlat()).as("the last point gains 50 %").isFalse();
        assertThat(sparse.knee().workers()).isEqualTo(8);
        List<ScalingCurve.Point> all = new ArrayList<>();
        for (int workers = 1; workers <= 64; workers++) {
            all.add(point(workers, 640.0 / workers));
        }
        assertThat(new ScalingCurve(all).isFlat())
                .as("61 workers are within 5 % of 64, and each one brings its share")
                .isFalse();
        assertThat(ScalingCurve.knee(new int[] {1, 2, 4, 8}, new double[] {8, 4, 3.9, 3.85}))
                .isEqualTo(1);
        assertThat(ScalingCurve.knee(new int[] {3}, new double[] {8})).isEqualTo(-1);
    }

    @Test
    void shouldFindTheFewestWorkersThatComeNearTheBestTime() {
        ScalingCurve curve = new ScalingCurve(
                List.of(point(1, 100), point(2, 50), point(4, 26), point(8, 20), point(16, 19.5), point(32, 21)));
        assertThat(curve.knee().workers()).isEqualTo(8);
        assertThat(curve.isFlat()).isTrue();
        assertThat(curve.at(4))
                .hasValueSatisfying(point -> assertThat(point.seconds()).isEqualTo(26));
        assertThat(curve.at(3)).isEmpty();
        assertThat(new ScalingCurve(List.of(point(1, 100), point(2, 50))).isFlat())
                .isFalse();
    }

    private static ScalingCurve.Point point(int workers, double seconds) {
        return new ScalingCurve.Point(workers, seconds, seconds, seconds, 1 / seconds, "slots", 0);
    }

    /** Units at the borders of a picture are alike, and say nothing of those inside. */
    @Test
    void shouldBeUnsureOfUnitsOfWhichHardlyAnyWasExecuted() {
        assertThat(alike(2).interval(new SplittableRandom(1))).isEqualTo(new Interval(-0.49, 0.98));
        assertThat(alike(4).intervalInOrder()).isEqualTo(new Interval(-0.48, 0.96));
        assertThat(alike(9).interval(new SplittableRandom(1)).high()).isEqualTo(0.91);
        assertThat(alike(10).interval(new SplittableRandom(1)).isWithin(1e-9)).isTrue();
        assertThat(alike(100).intervalInOrder().high()).isZero();
    }

    @Test
    void shouldKnowSharesAndTimesOfUnitsWithNeeds() {
        List<SampledUnit> sample = IntStream.range(0, 4)
                .mapToObj(unit -> new SampledUnit(unit, unit == 0 ? 5 : 1, 0, 0, 0.1))
                .toList();
        UnitRanges wide = new UnitRanges();
        wide.add(0, 1);
        UnitRanges urgent = new UnitRanges();
        urgent.add(1, 2);
        PredictedCycle cycle = new PredictedCycle(4, 0, sample)
                .with(
                        List.of(
                                new Event.Sized(Amounts.ofProcessors(2), wide),
                                new Event.Sized(Amounts.ONE_SLOT, 7, urgent)),
                        false);
        assertThat(cycle.mix().kinds()).containsExactly(new UnitMix.Kind(Amounts.ofProcessors(2), 0.25, 2.5));
        assertThat(cycle.mix().plainLonger()).isCloseTo(0.5, within(1e-12));
    }

    private static PredictedCycle alike(int executed) {
        return new PredictedCycle(
                100,
                0,
                IntStream.range(0, executed)
                        .mapToObj(unit -> new SampledUnit(unit, 0.1, 0, 0, 0, 0.1))
                        .toList());
    }
}
