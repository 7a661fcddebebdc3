package dev.sluice.model.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class KneeEstimateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long WINDOW = 5 * SECOND;

    private final KneeEstimate estimate = new KneeEstimate(0.01);
    private final SlotDivision division = new SlotDivision(DivisionTerms.DEFAULT);
    private final List<Integer> history = new ArrayList<>();
    private int slots = 4;

    /**
     * A run on a pool of 64 slots in virtual time.
     *
     * @param capacity slots that can compute at the same time
     * @param model knee by the run's slots
     */
    private void live(int seconds, double capacity, IntUnaryOperator model) {
        for (int i = 0; i < seconds; i++) {
            long now = history.size() * SECOND;
            estimate.modelled(model.applyAsInt(slots));
            if (now % WINDOW == 0) {
                estimate.used(new KneeEstimate.SlotUse(slots, Math.min(slots, capacity)), now);
            }
            int useful = estimate.usefulSlots();
            GainCurve curve = useful == 0 ? GainCurve.LINEAR : GainCurve.upTo(useful);
            PoolRun run = new PoolRun("run", 1, 0, PoolRun.Limits.NONE, 1_000_000, false, curve, SECOND / 20);
            PoolDecision decision = division.decide(
                    now, List.of(new PoolHost("h", 64)), List.of(run), List.of(new PoolHolding("run", "h", slots, 0)));
            slots = decision.grants().stream().mapToInt(SlotGrant::slots).sum();
            history.add(slots);
        }
    }

    private long changes(int fromSecond) {
        long changes = 0;
        for (int i = Math.max(1, fromSecond); i < history.size(); i++) {
            changes += history.get(i).equals(history.get(i - 1)) ? 0 : 1;
        }
        return changes;
    }

    @Test
    void shouldSayNothingBeforeTheModelKnowsALimit() {
        assertThat(estimate.usefulSlots()).isZero();
        live(60, 1_000, held -> 0);
        assertThat(estimate.usefulSlots()).isZero();
        assertThat(slots).isEqualTo(64);
    }

    @Test
    void shouldKeepARunAtItsKnee() {
        live(3_600, 6.05, held -> 6);
        assertThat(slots).isEqualTo(6);
        assertThat(history.subList(60, 3_600)).allMatch(held -> held <= 7);
    }

    @SeededTest(runs = 20)
    void shouldNotFlapWithANoisyModel(SplittableRandom random) {
        live(3_600, 12.3, held -> Math.max(1, (int) Math.round(12 * (1 + 0.2 * random.nextGaussian()))));
        assertThat(history.subList(120, 3_600)).allMatch(held -> held >= 9 && held <= 17);
        assertThat(changes(120)).as("changes in an hour").isLessThan(20);
    }

    @Test
    void shouldFindTheSlotsThatAModelDenies() {
        live(3_600, 40, held -> Math.max(2, held * 3 / 4));
        assertThat(slots)
                .as("knee of 40, of which the model always says less than the run has")
                .isBetween(38, 44);
        live(3_600, 40, held -> Math.max(2, held * 3 / 4));
        assertThat(changes(3_600)).as("changes in the second hour").isLessThan(20);
    }

    @Test
    void shouldFollowACapacityThatFalls() {
        live(1_200, 32, held -> 32);
        assertThat(slots).isBetween(32, 40);
        live(1_200, 8, held -> 8);
        assertThat(slots).isBetween(8, 10);
    }

    @Test
    void shouldNotTakeSlotsThatWaitForAReasonTheModelDoesNotKnow() {
        live(600, 5, held -> 20);
        assertThat(slots).as("slots also wait between cycles").isEqualTo(20);
    }

    @Test
    void shouldForgetALimitThatIsGone() {
        live(120, 6, held -> 6);
        assertThat(slots).isBetween(6, 7);
        live(120, 1_000, held -> 0);
        assertThat(slots).isEqualTo(64);
    }
}
