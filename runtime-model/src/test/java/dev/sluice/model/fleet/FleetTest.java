package dev.sluice.model.fleet;

import static dev.sluice.model.fleet.SimulatedQueue.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.pool.GainCurve;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests fleets on a simulated queue system. */
class FleetTest {
    private static final FleetTerms TERMS = FleetTerms.of(0, 50, 4);
    private static final int NO_DEADLINE = 0;

    private static SimulatedQueue queue(SplittableRandom random) {
        return new SimulatedQueue(TERMS, random);
    }

    @SeededTest(runs = 50)
    void shouldGrowToTheKneeAndShrinkToNothing(SplittableRandom random) {
        SimulatedQueue queue = queue(random);
        int knee = random.nextInt(1, 50);
        queue.load(1_000_000, GainCurve.upTo(knee), NO_DEADLINE);
        queue.pass(120, knee);
        assertThat(queue.running()).isEqualTo(knee);
        assertThat(queue.fleet.state()).isEqualTo(FleetState.STEADY);
        queue.load(0, GainCurve.upTo(knee), NO_DEADLINE);
        queue.pass(290, 0);
        assertThat(queue.running()).as("within the idle time").isEqualTo(knee);
        queue.pass(60, 0);
        assertThat(queue.tasks).as("after the idle time").isEmpty();
        assertThat(queue.sizes).containsExactly(knee, 0);
    }

    @Test
    void shouldAskForNoMoreTasksThanTheBacklogFills() {
        SimulatedQueue queue = queue(new SplittableRandom(1));
        queue.load(9, GainCurve.LINEAR, NO_DEADLINE);
        assertThat(queue.fleet.size()).isEqualTo(3);
    }

    @Test
    void shouldGrowBeyondTheKneeForADeadline() {
        // One task computes 1 unit/s, and each beyond the tenth adds 0.1 %.
        GainCurve curve = GainCurve.of(new int[] {10, 50}, new double[] {10, 10.04});
        SimulatedQueue relaxed = queue(new SplittableRandom(1));
        relaxed.load(10_000, curve, 5);
        assertThat(relaxed.fleet.size()).isEqualTo(10);
        SimulatedQueue tight = queue(new SplittableRandom(1));
        tight.load(10_000, curve, 30);
        assertThat(tight.fleet.size()).isEqualTo(30);
        SimulatedQueue hopeless = queue(new SplittableRandom(1));
        hopeless.load(80, curve, 1_000);
        assertThat(hopeless.fleet.size()).as("no more than the backlog fills").isEqualTo(20);
    }

    @SeededTest(runs = 50)
    void shouldNotFlapWithNoisyLoad(SplittableRandom random) {
        SimulatedQueue queue = queue(random);
        for (int i = 0; i < 720; i++) {
            queue.load(1_000_000, GainCurve.upTo(random.nextInt(16, 25)), NO_DEADLINE);
            queue.pass(5, random.nextInt(14, 25));
        }
        assertThat(queue.sizes).isSorted();
        assertThat(queue.sizes.size()).isLessThanOrEqualTo(9);
        assertThat(queue.fleet.size()).isBetween(20, 24);
    }

    @SeededTest(runs = 20)
    void shouldReturnTasksOnlyAfterTheIdleTimeWhereLoadComesAndGoes(SplittableRandom random) {
        SimulatedQueue queue = queue(random);
        for (int i = 0; i < 30; i++) {
            queue.load(1_000_000, GainCurve.LINEAR, NO_DEADLINE);
            queue.pass(60, 50);
            queue.load(0, GainCurve.LINEAR, NO_DEADLINE);
            queue.pass(random.nextInt(30, 280), 0);
        }
        assertThat(queue.sizes).containsExactly(50);
    }

    @Test
    void shouldNotHammerAQueueThatRefuses() {
        SimulatedQueue queue = queue(new SplittableRandom(1));
        queue.refuses = true;
        queue.load(1_000_000, GainCurve.upTo(5), NO_DEADLINE);
        queue.pass(12 * 3_600, 0);
        List<Long> minutes =
                queue.submissions.stream().map(nanos -> nanos / SECOND / 60).toList();
        assertThat(minutes).containsExactly(0L, 1L, 16L, 46L, 106L, 166L, 226L, 286L, 346L, 406L);
        assertThat(queue.fleet.state()).isEqualTo(FleetState.PAUSED);
        assertThat(queue.pauses).containsExactly("10 submissions were refused in a row; the last: queue is down");
    }

    @Test
    void shouldPauseAfterThreeFailedStartsAndGrowWhenResumed() {
        SimulatedQueue queue = new SimulatedQueue(FleetTerms.of(0, 1, 4), new SplittableRandom(1));
        queue.failsAtStart = true;
        queue.load(1_000_000, GainCurve.LINEAR, NO_DEADLINE);
        queue.pass(12 * 3_600, 0);
        assertThat(queue.submissions).hasSize(3);
        assertThat(queue.pauses).hasSize(1).first().asString().contains("3 tasks", "no such partition");
        queue.failsAtStart = false;
        queue.send(new FleetEvent.Resume());
        queue.pass(60, 1);
        assertThat(queue.running()).isEqualTo(1);
        assertThat(queue.fleet.state()).isEqualTo(FleetState.STEADY);
    }

    @Test
    void shouldForgetFailuresAfterASuccess() {
        SimulatedQueue queue = queue(new SplittableRandom(1));
        queue.refuses = true;
        queue.load(1_000_000, GainCurve.upTo(5), NO_DEADLINE);
        queue.pass(30 * 60, 0);
        assertThat(queue.submissions).hasSize(3);
        queue.refuses = false;
        queue.pass(20 * 60, 5);
        assertThat(queue.running()).isEqualTo(5);
        queue.refuses = true;
        queue.load(1_000_000, GainCurve.upTo(6), NO_DEADLINE);
        queue.pass(90, 5);
        assertThat(queue.submissions)
                .as("one more, refused, and one after a minute")
                .hasSize(6);
    }

    @Test
    void shouldReplaceTasksThatEndAndNoticeThatOnesAreLost() {
        SimulatedQueue queue = queue(new SplittableRandom(1));
        queue.load(1_000_000, GainCurve.upTo(5), NO_DEADLINE);
        queue.pass(120, 5);
        queue.tasks.remove("t2");
        queue.pass(120, 5);
        assertThat(queue.running()).isEqualTo(5);
        assertThat(queue.submissions).hasSize(2);
        assertThat(queue.fleet.state()).isEqualTo(FleetState.STEADY);
    }

    @Test
    void shouldCancelAllTasksWhenThePoolEnds() {
        SimulatedQueue queue = queue(new SplittableRandom(1));
        queue.load(1_000_000, GainCurve.upTo(5), NO_DEADLINE);
        queue.pass(15, 5);
        queue.send(new FleetEvent.Close());
        queue.pass(60, 0);
        assertThat(queue.tasks).isEmpty();
        assertThat(queue.submissions).hasSize(1);
        assertThat(queue.fleet.apply(new FleetEvent.Accepted(List.of("late")), queue.nowNanos))
                .containsExactly(new FleetAction.Cancel(List.of("late")));
    }

    /** Random events, sensible or not: no transition is missing from the table, and each one of it is taken. */
    @Test
    void shouldTakeEveryTransitionOfTheTable() {
        TreeSet<String> taken = new TreeSet<>();
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SimulatedQueue queue = new SimulatedQueue(FleetTerms.of(0, 4, 1), random);
            for (int i = 0; i < 200; i++) {
                queue.refuses = random.nextInt(3) == 0;
                queue.failsAtStart = random.nextInt(3) == 0;
                queue.load(random.nextInt(8), GainCurve.upTo(random.nextInt(1, 5)), NO_DEADLINE);
                queue.pass(1, random.nextInt(5));
                taken.addAll(queue.fleet.history());
                queue.nowNanos += random.nextInt(3) * 1_000 * SECOND;
                if (random.nextInt(20) == 0) {
                    queue.send(new FleetEvent.Resume());
                }
                if (random.nextInt(200) == 0) {
                    queue.send(new FleetEvent.Close());
                }
                queue.send(new FleetEvent.Failed("t" + random.nextInt(20), "lost"));
                taken.addAll(queue.fleet.history());
            }
        }
        taken.addAll(refusedAfterTheEnd().history());
        TreeSet<String> all = new TreeSet<>();
        FleetState.TABLE.forEach((state, row) -> row.keySet().forEach(input -> all.add(state + " " + input)));
        assertThat(taken).isEqualTo(all);
    }

    /** A queue system that answers a submission only after the end of the pool. */
    private static Fleet refusedAfterTheEnd() {
        Fleet fleet = new Fleet(TERMS);
        assertThat(fleet.apply(new FleetEvent.Load(4, GainCurve.LINEAR, NO_DEADLINE), 0))
                .containsExactly(new FleetAction.Submit(1));
        fleet.apply(new FleetEvent.Close(), 1);
        assertThat(fleet.apply(new FleetEvent.Refused("late"), 2)).isEmpty();
        return fleet;
    }

    @Test
    void shouldRefuseTermsWithoutSense() {
        assertThatThrownBy(() -> FleetTerms.of(2, 1, 1)).hasMessageContaining("2 to 1");
        assertThatThrownBy(() -> new FleetTerms(0, 1, 1, 1, 0, 0, 1, 1)).hasMessageContaining("least gain 1.0");
    }
}
