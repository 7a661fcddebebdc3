package dev.sluice.model.pool;

import static dev.sluice.model.pool.SimulatedPool.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.pool.SimulatedPool.Job;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests whole runs on a pool in virtual time: what the pool promises for its runs. */
class SimulatedPoolTest {
    private static final long UNIT = 50_000_000L;
    private static final int ALL = Integer.MAX_VALUE;

    private final SimulatedPool pool = new SimulatedPool(SimulatedPool.hosts(16, 1), DivisionTerms.DEFAULT);

    private Job submit(String id, double weight, long atNanos, long units) {
        return pool.submit(atNanos, SimulatedPool.run(id, weight, GainCurve.LINEAR, UNIT), units, ALL);
    }

    /** Slots of a job on average between two times, from its difference to its share. */
    private static double meanHeld(Job job, int fromSecond, int toSecond, double share) {
        double apart = job.apart.get(toSecond) - job.apart.get(fromSecond);
        return share + apart / (toSecond - fromSecond) / SECOND;
    }

    @Test
    void shouldGiveTwoEqualRunsHalfOfTheSlotsEach() {
        Job first = submit("a", 1, 0, 10_000);
        Job second = submit("b", 1, 10 * SECOND, 10_000);
        pool.run(1_000 * SECOND);
        assertThat(meanHeld(first, 11, 50, 8)).isCloseTo(8, within(0.4));
        assertThat(meanHeld(second, 1, 40, 8)).isCloseTo(8, within(0.4));
        double work = 2 * 10_000 * UNIT / 16.0;
        assertThat(second.endedNanos).isCloseTo((long) work, Percentage.withPercentage(5));
        assertThat(pool.moves).as("moves").isLessThan(80);
    }

    @Test
    void shouldGiveRunsOfWeightOneAndThreeAQuarterAndThreeQuarters() {
        Job first = submit("a", 1, 0, 10_000);
        Job second = submit("b", 3, 10 * SECOND, 10_000);
        pool.run(1_000 * SECOND);
        assertThat(meanHeld(first, 11, 50, 4)).isCloseTo(4, within(0.2));
        assertThat(meanHeld(second, 1, 40, 12)).isCloseTo(12, within(0.6));
        double work = 2 * 10_000 * UNIT / 16.0;
        assertThat(Math.max(first.endedNanos, second.endedNanos)).isCloseTo((long) work, Percentage.withPercentage(5));
    }

    @Test
    void shouldGiveARunBesideOneWithItsKneeAtSixTheOtherTen() {
        Job bent = pool.submit(0, SimulatedPool.run("bent", 1, GainCurve.upTo(6), UNIT), 10_000, 6);
        Job scalable = submit("scalable", 1, 10 * SECOND, 10_000);
        pool.run(40 * SECOND);
        assertThat(bent.held).isEqualTo(6);
        assertThat(scalable.held).isEqualTo(10);
        assertThat(meanHeld(scalable, 1, 29, 10)).isCloseTo(10, within(0.5));
    }

    @Test
    void shouldLetNineRunsTakeTurnsOnSixteenSlots() {
        Job[] jobs = new Job[9];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = submit("r" + i, 1, 0, 1_000_000);
        }
        pool.run(10 * SECOND);
        int before = pool.moves;
        pool.run(1_200 * SECOND);
        double[] held = new double[jobs.length];
        for (int i = 0; i < jobs.length; i++) {
            held[i] = jobs[i].heldNanos;
        }
        assertThat(JainIndex.of(held)).isGreaterThan(0.98);
        // Nine runs share 16 slots: two have one slot, seven have two. A run waits at least 30 s for its second slot,
        // so
        // that at most two slots move in 30 s, each with a drain and a start.
        assertThat(pool.moves - before).as("moves").isBetween(40, 2 * 2 * 1_200 / 30);
    }

    @SeededTest(runs = 5)
    void shouldStayWithinOneSlotOfTheSharesOverAnyMinute(SplittableRandom random) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            jobs.add(submit("r" + i, random.nextDouble(0.2, 3), random.nextLong(60 * SECOND), 1_000_000));
        }
        pool.run(300 * SECOND);
        for (Job job : jobs) {
            for (int second = 60; second < job.apart.size(); second++) {
                double minute = job.apart.get(second) - job.apart.get(second - 60);
                assertThat(minute / SECOND / 60)
                        .as("%s, second %d", job.run, second)
                        .isBetween(-1.0, 1.0);
            }
        }
    }
}
