package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.WorkerId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyTest {
    private static String chunks(PolicyName policy, long units, int workers) {
        return text(FakeCycle.ofAlike(policy, units, workers).askInTurn());
    }

    private static String text(List<Long> chunks) {
        return String.join(" ", chunks.stream().map(String::valueOf).toList());
    }

    @Test
    void shouldGiveTheCheckValuesOfGuidedSelfScheduling() {
        assertThat(chunks(PolicyName.GSS, 1000, 4))
                .isEqualTo("250 188 141 106 79 59 45 33 25 19 14 11 8 6 4 3 3 2 1 1 1 1");
    }

    @Test
    void shouldGiveTheCheckValuesOfTrapezoidSelfScheduling() {
        assertThat(chunks(PolicyName.TSS, 1000, 4)).isEqualTo("125 117 109 101 93 85 77 69 61 53 45 37 28");
    }

    @Test
    void shouldGiveTheCheckValuesOfFactoring() {
        assertThat(chunks(PolicyName.FAC, 1000, 4))
                .isEqualTo("125 125 125 125 63 63 63 63 31 31 31 31 16 16 16 16 8 8 8 8 4 4 4 4 2 2 2 2 1 1 1 1");
    }

    @Test
    void shouldGiveSingleUnitsUnderSelfScheduling() {
        assertThat(chunks(PolicyName.SS, 5, 2)).isEqualTo("1 1 1 1 1");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheOnlyUnitThereIs(PolicyName policy) {
        assertThat(chunks(policy, 1, 1)).isEqualTo("1");
        assertThat(chunks(policy, 1, 5)).isEqualTo("1");
    }

    // ---- FIXED

    @ParameterizedTest
    @CsvSource({"10, 4, 3 3 2 2", "3, 4, 1 1 1", "1000, 4, 250 250 250 250", "7, 1, 7"})
    void shouldGiveFixedSharesByLargestRemainder(long units, int slots, String expected) {
        assertThat(chunks(PolicyName.FIXED, units, slots)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 2 1 0.5 0.5, 5 3 1 1", // quotas 5, 2.5, 1.25, 1.25
        "10, 1.6 1.3 0.7 0.4, 4 3 2 1", // quotas 4, 3.25, 1.75, 1
        "7, 0.2 2.8 1, 5 2", // quotas 0.35, 4.9, 1.75: a share of 0 is not assigned
    })
    void shouldWeighFixedSharesByLargestRemainder(long units, String weights, String expected) {
        FakeCycle cycle = new FakeCycle(PolicyName.FIXED, units);
        for (String weight : weights.split(" ")) {
            cycle.join(1 + cycle.there.size(), 1, Double.parseDouble(weight));
        }
        assertThat(text(cycle.askInTurn())).isEqualTo(expected);
    }

    @Test
    void shouldKeepFixedSharesForSlotsThatAreExpected() {
        FakeCycle cycle = new FakeCycle(PolicyName.FIXED, 100);
        cycle.expectedSlots = 4;
        WorkerId first = cycle.join(1, 1, 1);
        assertThat(cycle.ask(first)).isEqualTo(25);
        assertThat(cycle.ask(first)).isZero();
        WorkerId second = cycle.join(2, 2, 1);
        assertThat(cycle.ask(second)).isEqualTo(25);
        assertThat(cycle.ask(second)).isEqualTo(25);
        assertThat(cycle.ask(second)).isZero();
        cycle.expectedSlots = 0;
        assertThat(text(cycle.askInTurn())).as("a new round for all").isEqualTo("25 25 25 9 8 8");
    }

    @Test
    void shouldReserveForExpectedSlotsWhatTheyWeigh() {
        FakeCycle cycle = new FakeCycle(PolicyName.FIXED, 100);
        cycle.expectedSlots = 4;
        cycle.awaitedWeight = 0.8;
        WorkerId heavy = cycle.join(1, 1, 1.6);
        assertThat(cycle.ask(heavy)).isEqualTo(40);
        cycle.awaitedWeight = 0.5;
        WorkerId light = cycle.join(2, 1, 1.4);
        assertThat(cycle.ask(light)).as("not the 20 of a mean awaited slot").isEqualTo(35);
        WorkerId two = cycle.join(3, 2, 0.5);
        assertThat(cycle.ask(two)).isEqualTo(13);
        assertThat(cycle.ask(two)).isEqualTo(12);
        assertThat(cycle.ask(two)).isZero();
    }

    @Test
    void shouldNotGiveTheShareOfAnExpectedSlotToAWorkerWithAShareOfZero() {
        FakeCycle cycle = new FakeCycle(PolicyName.FIXED, 10);
        cycle.expectedSlots = 3;
        cycle.awaitedWeight = 1;
        cycle.join(1, 1, 1.99);
        WorkerId hardly = cycle.join(2, 1, 0.01);
        assertThat(cycle.ask(hardly)).isZero();
        assertThat(cycle.ask(new WorkerId(1))).isEqualTo(7);
        assertThat(cycle.ask(hardly)).isZero();
    }

    @Test
    void shouldShareOutAgainWhatALostWorkerHad() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.FIXED, 90, 3);
        cycle.askInTurn();
        cycle.lose(new WorkerId(2), 20);
        assertThat(text(cycle.askInTurn())).isEqualTo("30 30 30 10 10");
    }

    @Test
    void shouldDivideWhatIsLeftWithALateJoiner() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.FIXED, 90, 3);
        cycle.ask(new WorkerId(1));
        cycle.join(4, 1, 1);
        assertThat(text(cycle.askInTurn())).isEqualTo("30 20 20 20");
    }

    @Test
    void shouldOweTheRestOfAShareThatLiesInPieces() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.FIXED, 90, 3);
        assertThat(cycle.ask(new WorkerId(1), 13)).isEqualTo(13);
        assertThat(cycle.ask(new WorkerId(1))).isEqualTo(17);
        assertThat(text(cycle.askInTurn())).isEqualTo("13 17 30 30");
    }

    // ---- FSC

    private static Measured spread(long units, double overheadSeconds, double deviationSeconds) {
        return new Measured(units, overheadSeconds, deviationSeconds, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 4, 0.001, 0.01, 10", // (1.41421 / (0.04 · 1.17741))^(2/3) = 30.028^(2/3) = 9.66
        "1000000, 16, 0.0005, 0.02, 121", // (707.107 / (0.32 · 1.66511))^(2/3) = 1327.0^(2/3) = 120.75
        "1000, 4, 1e-9, 0.01, 1",
        "1000, 4, 10, 0.01, 250", // never above a share
        "1000, 4, 0.001, 0, 250",
        "1000, 4, 0, 0, 250",
    })
    void shouldSizeFixedChunksByOverheadAndSpread(long units, int slots, double overhead, double spread, long size) {
        assertThat(FixedSizeChunking.size(units, slots, overhead, spread)).isEqualTo(size);
    }

    @Test
    void shouldGiveSingleUnitsUntilTwiceAsManyAsSlotsAreTimed() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.FSC, 1000, 4);
        WorkerId worker = new WorkerId(1);
        assertThat(cycle.ask(worker)).isEqualTo(1);
        cycle.measured = spread(7, 0.001, 0.01);
        assertThat(cycle.ask(worker)).isEqualTo(1);
        cycle.measured = spread(8, Double.NaN, 0.01);
        assertThat(cycle.ask(worker)).isEqualTo(1);
        cycle.measured = spread(8, 0.001, Double.NaN);
        assertThat(cycle.ask(worker)).isEqualTo(1);
        cycle.measured = spread(8, 0.001, 0.01);
        assertThat(cycle.ask(worker)).isEqualTo(10);
    }

    @Test
    void shouldGiveOneSlotAloneAllUnderFixedSizeChunking() {
        assertThat(chunks(PolicyName.FSC, 1000, 1)).isEqualTo("1000");
    }

    @Test
    void shouldWeighChunksOfOneSize() {
        FakeCycle cycle = new FakeCycle(PolicyName.FSC, 1000);
        cycle.measured = spread(100, 0.001, 0.01);
        WorkerId fast = cycle.join(1, 1, 1.75);
        WorkerId slow = cycle.join(2, 1, 0.25);
        // (1.41421 / (0.02 · 0.83255))^(2/3) = 19.32, so 20
        assertThat(cycle.ask(fast)).isEqualTo(35);
        assertThat(cycle.ask(slow)).isEqualTo(5);
    }

    // ---- TSS, FAC

    @Test
    void shouldBeginANewTrapezoidWhenSlotsComeOrGo() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.TSS, 1000, 4);
        cycle.ask(new WorkerId(1));
        cycle.ask(new WorkerId(2));
        WorkerId late = cycle.join(5, 1, 1);
        // R = 758, p = 5: f = 76, C = 20, δ = 3
        assertThat(cycle.ask(late)).isEqualTo(76);
        assertThat(cycle.ask(late)).isEqualTo(73);
        cycle.lose(late, 149);
        assertThat(cycle.ask(new WorkerId(3))).as("⌈758/8⌉").isEqualTo(95);
    }

    @Test
    void shouldEndARoundOfFactoringWhenTheWeightsOfAllSlotsAreServed() {
        FakeCycle cycle = new FakeCycle(PolicyName.FAC, 1000);
        WorkerId fast = cycle.join(1, 1, 2);
        WorkerId other = cycle.join(2, 1, 1.5);
        WorkerId slow = cycle.join(3, 1, 0.5);
        cycle.expectedSlots = 4;
        assertThat(cycle.ask(fast)).isEqualTo(250);
        assertThat(cycle.ask(other)).isEqualTo(188);
        assertThat(cycle.ask(slow)).as("of R₀, as all in this round").isEqualTo(63);
        assertThat(cycle.ask(fast)).as("⌈2·499/8⌉").isEqualTo(125);
    }

    @Test
    void shouldBeginANewRoundOfFactoringWhenSlotsComeOrGo() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.FAC, 1000, 4);
        cycle.ask(new WorkerId(1));
        cycle.lose(new WorkerId(1), 125);
        assertThat(cycle.ask(new WorkerId(2))).as("⌈1000/6⌉").isEqualTo(167);
        WorkerId late = cycle.join(5, 1, 1);
        assertThat(cycle.ask(late)).as("⌈833/8⌉").isEqualTo(105);
    }

    // ---- AWF, AF

    @Test
    void shouldGiveNoMoreThanWasTimedUnderAdaptiveWeightedFactoring() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.AWF, 1000, 4);
        WorkerId worker = new WorkerId(1);
        assertThat(cycle.ask(worker)).isEqualTo(1);
        cycle.times.put(worker, new UnitTimes(8, 1, 0));
        assertThat(cycle.ask(worker)).isEqualTo(8);
        cycle.times.put(worker, new UnitTimes(10_000, 1, 0));
        assertThat(cycle.ask(worker)).as("⌈1000/8⌉").isEqualTo(125);
    }

    @Test
    void shouldFollowTheWeightsOfTheMoment() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.AWF, 1000, 2);
        WorkerId worker = new WorkerId(1);
        cycle.times.put(worker, new UnitTimes(10_000, 1, 0));
        assertThat(cycle.ask(worker)).isEqualTo(250);
        cycle.join(1, 1, 0.5);
        assertThat(cycle.ask(worker)).isEqualTo(125);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 10", // no deviation: all remaining units
        "1, 2, 1", // (1 + 4 − √(1 + 8))/2
        "4, 3, 1", // (4 + 6 − √(16 + 48))/2
        "2, 12, 8", // (2 + 24 − √(4 + 96))/2
    })
    void shouldGiveTheTimeThatAdaptiveFactoringAllows(double dispersion, double together, double seconds) {
        assertThat(AdaptiveFactoring.seconds(dispersion, together)).isCloseTo(seconds, within(1e-12));
    }

    @Test
    void shouldShareByRateUnderAdaptiveFactoringWhenNothingSpreads() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.AF, 900, 2);
        cycle.measured = new Measured(2000, 0.001, 0, 3, 0); // 2 and 1 units/s
        cycle.times.put(new WorkerId(1), new UnitTimes(1000, 0.5, 0));
        cycle.times.put(new WorkerId(2), new UnitTimes(1000, 1, 0));
        assertThat(cycle.ask(new WorkerId(1))).isEqualTo(600);
        assertThat(cycle.ask(new WorkerId(2))).as("of what is left").isEqualTo(100);
    }

    @Test
    void shouldGiveSmallerChunksUnderAdaptiveFactoringTheMoreTimesSpread() {
        WorkerId worker = new WorkerId(1);
        long last = Long.MAX_VALUE;
        for (double variance : new double[] {0, 0.01, 1, 100, 10_000}) {
            FakeCycle cycle = FakeCycle.ofAlike(PolicyName.AF, 1000, 4);
            cycle.measured = new Measured(4000, 0.001, Math.sqrt(variance), 4, 4 * variance);
            cycle.times.put(worker, new UnitTimes(1000, 1, variance));
            long chunk = cycle.ask(worker);
            assertThat(chunk).as("variance %s", variance).isLessThan(last);
            last = chunk;
        }
        assertThat(last).isEqualTo(2); // (40000 + 500 − √(1.6e9 + 4e7))/2 = 1.56
    }

    @Test
    void shouldGiveSingleUnitsUnderAdaptiveFactoringUntilTwoAreTimed() {
        FakeCycle cycle = FakeCycle.ofAlike(PolicyName.AF, 1000, 4);
        cycle.measured = new Measured(1, 0.001, Double.NaN, 4, 0);
        cycle.times.put(new WorkerId(1), new UnitTimes(1, 1, 0));
        assertThat(cycle.ask(new WorkerId(1))).isEqualTo(1);
        cycle.measured = new Measured(2, 0.001, 0, 4, 0);
        cycle.times.put(new WorkerId(1), new UnitTimes(2, 1, 0));
        assertThat(cycle.ask(new WorkerId(1))).as("no more than was timed").isEqualTo(2);
    }

    // ---- names

    @Test
    void shouldHaveWeightsOfItsOwnWhereTheyBelongToThePolicy() {
        assertThat(PolicyName.AWF.weighting(Weighting.EQUAL)).isEqualTo(Weighting.MEASURED);
        assertThat(PolicyName.SS.weighting(Weighting.MEASURED)).isEqualTo(Weighting.EQUAL);
        assertThat(PolicyName.FAC.weighting(Weighting.MEASURED)).isEqualTo(Weighting.MEASURED);
        assertThat(PolicyName.FAC.weighting(Weighting.EQUAL)).isEqualTo(Weighting.EQUAL);
        assertThat(PolicyName.FAC.takesWeights()).isTrue();
        assertThat(PolicyName.AF.takesWeights()).isFalse();
    }
}
