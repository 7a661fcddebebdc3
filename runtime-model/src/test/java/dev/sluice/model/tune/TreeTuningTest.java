package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TreeTuningTest {
    private static final Set<Integer> FLAT = Set.of();
    private static final Set<Integer> SPLIT = Set.of(TreeWorld.FAR);

    @SeededTest(runs = 8, usually = 1)
    void shouldEndAFlatRunWithinATenthOfThePlannedTree(SplittableRandom random) {
        double bytesPerSecond = random.nextDouble(1.5e6, 3e6);
        long latencyNanos = random.nextLong(2_000_000, 30_000_000);
        int hosts = random.nextInt(4, 6);
        double common = random.nextDouble(0.8, 1.25);
        double[] ends = new double[2];
        TreeWorld tuned = null;
        for (int i = 0; i < 3; i++) {
            TreeWorld world = new TreeWorld();
            world.bytesPerSecond = bytesPerSecond;
            world.latencyNanos = latencyNanos;
            world.farHosts = hosts;
            world.common = common;
            world.cycles = 60;
            if (i < 2) {
                ends[i] = world.run(i == 0 ? FLAT : SPLIT, false).seconds;
            } else {
                tuned = world.run(FLAT, true);
            }
        }

        assertThat(ends[0]).as("flat, planned").isGreaterThan(1.1 * ends[1]);
        assertThat(tuned.tuner.steps()).hasSize(1);
        assertThat(tuned.tuner.steps().get(0).change().why()).contains("far: " + hosts + " setups of 1.00 MB become 1");
        assertThat(tuned.tuner.steps().get(0).outcome()).startsWith("kept: ");
        assertThat(tuned.tuner.now().tree()).isEqualTo(SPLIT);
        assertThat(tuned.seconds).isLessThan(1.1 * ends[1]);
    }

    @SeededTest(runs = 8, usually = 3)
    void shouldGoBackFromATreeThatIsWorse(SplittableRandom random) {
        double flat = new TreeWorld().run(FLAT, false).seconds;
        TreeWorld world = new TreeWorld();
        world.truth = random.nextDouble(1.8, 2.5);
        world.run(FLAT, true);

        assertThat(world.tuner.steps().get(0).outcome()).containsAnyOf("undone", "given up");
        assertThat(world.tuner.now().tree()).isEqualTo(FLAT);
        assertThat(world.seconds).as("flat: %s, %s", flat, world.tuner.steps()).isLessThan(1.15 * flat);
    }

    @SeededTest(runs = 10, usually = 3)
    void shouldChangeNothingWhereNothingIsToBeGained(SplittableRandom random) {
        TreeWorld world = new TreeWorld();
        world.setupBytes = random.nextDouble(0, 10_000);
        world.latencyNanos = random.nextLong(0, 2_000_000);
        world.bytesPerSecond = random.nextDouble(10e6, 125e6);
        world.common = random.nextDouble(0.7, 1.4);

        assertThat(world.run(FLAT, true).tuner.steps()).isEmpty();
    }

    /** Sixteen setups pass the port of the master; with four sub-masters four do, and four pass each of their ports. */
    @SeededTest(runs = 3, usually = 1)
    void shouldFindASecondLevelBehindASwitchWhereItPays(SplittableRandom random) {
        double bytesPerSecond = random.nextDouble(10e6, 14e6);
        double[] ends = new double[2];
        Set<Integer> second = Set.of(0, 1, 2, 3);
        for (int i = 0; i < 2; i++) {
            ends[i] = flat(bytesPerSecond, 8e6).run(i == 0 ? FLAT : second, false).seconds;
        }
        TreeWorld tuned = flat(bytesPerSecond, 8e6).run(FLAT, true);

        assertThat(ends[0]).as("flat, with a second level").isGreaterThan(1.2 * ends[1]);
        assertThat(tuned.tuner.steps()).hasSize(1);
        assertThat(tuned.tuner.steps().get(0).change().why())
                .contains("lan: 16 setups of 8.00 MB become 4 in each cycle");
        assertThat(tuned.tuner.now().tree()).isEqualTo(second);
        assertThat(tuned.seconds).isLessThan(1.1 * ends[1]);
    }

    @SeededTest(runs = 3, usually = 1)
    void shouldLeaveASwitchFlatWhereASecondLevelDoesNotPay(SplittableRandom random) {
        TreeWorld small = flat(random.nextDouble(10e6, 125e6), random.nextDouble(0, 20_000));
        small.common = random.nextDouble(0.7, 1.4);
        assertThat(small.run(FLAT, true).tuner.steps()).isEmpty();

        TreeWorld wrong = flat(12e6, 8e6);
        wrong.truth = random.nextDouble(2, 2.5);
        wrong.run(FLAT, true);
        assertThat(wrong.tuner.now().tree()).as("all of its sub-masters leave").isEqualTo(FLAT);
    }

    private static TreeWorld flat(double bytesPerSecond, double setupBytes) {
        TreeWorld world = new TreeWorld();
        world.groups = new int[] {4, 4, 4, 4};
        world.bytesPerSecond = bytesPerSecond;
        world.setupBytes = setupBytes;
        world.cycles = 16;
        world.unitSeconds = 0.2;
        return world;
    }

    @Test
    void shouldNotCountCyclesWithoutUnits() {
        TreeWorld without = new TreeWorld().run(FLAT, true);
        TreeWorld world = new TreeWorld();
        world.gaps = true;
        world.run(FLAT, true);

        assertThat(world.tuner.steps()).isEqualTo(without.tuner.steps());
        assertThat(world.seconds).isEqualTo(without.seconds);
    }

    @Test
    void shouldLeaveASiteOfOneHostAlone() {
        TreeWorld world = new TreeWorld();
        world.farHosts = 1;

        assertThat(world.run(FLAT, true).tuner.steps()).isEmpty();
    }

    @Test
    void shouldLeaveTheLastCycleAlone() {
        TreeWorld world = new TreeWorld();
        world.cycles = 1;

        assertThat(world.run(FLAT, true).tuner.steps()).isEmpty();
    }

    @Test
    void shouldForgetAChangeThatTheRunCouldNotTake() {
        TreeWorld world = new TreeWorld();
        world.cycles = 5;
        world.movingCycles = 99;
        world.run(FLAT, true);

        assertThat(world.tuner.now().tree()).isEqualTo(SPLIT);
        world.tuner.refused();
        assertThat(world.tuner.now().tree()).isEqualTo(FLAT);
        assertThat(world.tuner.steps()).isEmpty();
        assertThat(world.tuner.state()).isEqualTo(TunerState.WATCHING);
    }
}
