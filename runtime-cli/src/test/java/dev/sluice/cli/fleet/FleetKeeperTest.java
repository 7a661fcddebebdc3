package dev.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.fleet.FleetSystem.TaskStatus;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A fleet on a real pool, in virtual time. Each task has four slots. */
class FleetKeeperTest {
    private static FleetWorld world() throws Exception {
        return new FleetWorld(0, 50, 4, 300);
    }

    @Test
    void shouldGrowFromNothingToItsBoundAndShrinkToNothing() throws Exception {
        FleetWorld world = new FleetWorld(0, 12, 4, 300);
        world.pass(60);
        assertThat(world.system.submissions).isEmpty();
        FleetWorld.FakeRun run = world.run(100, 60);
        world.pass(60);
        assertThat(world.system.count(TaskStatus.RUNNING)).isEqualTo(12);
        world.pass(240);
        assertThat(run.done).isEqualTo(100);
        assertThat(world.status().started()).as("within the idle time").isEqualTo(12);
        world.pass(660); // those that computed the last units follow later
        assertThat(world.system.status()).isEmpty();
        assertThat(world.pool.view().hosts()).isEmpty();
        assertThat(world.stored).isEmpty();
        assertThat(world.status().size()).isZero();
        assertThat(world.lostUnits).isZero();
        assertThat(world.system.submissions).containsExactly(12);
    }

    @Test
    void shouldAskForTheSlotsThatUnitsFill() throws Exception {
        FleetWorld world = world();
        world.run(22, 60);
        world.pass(10);
        assertThat(world.system.submissions).containsExactly(6);
    }

    /** A task takes the longest unit's time to start: a run that is soon over is not worth fifty of them. */
    @Test
    void shouldAskForFewTasksForWorkThatIsSoonOver() throws Exception {
        FleetWorld world = world();
        world.run(40, 1);
        world.pass(10);
        assertThat(world.system.submissions).containsExactly(1);
    }

    @Test
    void shouldLearnTheSlotsOfATaskFromTheFirst() throws Exception {
        FleetWorld world = new FleetWorld(0, 50, 0, 300);
        world.run(40, 600);
        world.pass(20);
        assertThat(world.system.submissions).containsExactly(1);
        world.pass(60);
        assertThat(world.system.submissions).containsExactly(1, 9);
    }

    /** Runs come and go, and with them tasks: some while they have just been given work. */
    @SeededTest(runs = 10)
    void shouldLoseNoUnitWithReturnedTasks(SplittableRandom random) throws Exception {
        FleetWorld world = new FleetWorld(0, 8, 4, 20);
        world.system.waitNanos = random.nextInt(90) * FleetWorld.SECOND;
        for (int i = 0; i < 8; i++) {
            world.run(random.nextInt(1, 60), random.nextInt(1, 50));
            world.pass(random.nextInt(200));
        }
        world.pass(1_500);
        assertThat(world.runs).allSatisfy(run -> assertThat(run.done).isEqualTo(run.units));
        assertThat(world.lostUnits).isZero();
        assertThat(world.system.status()).isEmpty();
        assertThat(world.mostTasks).isBetween(1, 8);
    }

    @Test
    void shouldCancelQueuedTasksThatNobodyNeedsAnyMore() throws Exception {
        FleetWorld world = world();
        world.system.waitNanos = 3_600 * FleetWorld.SECOND;
        FleetWorld.FakeRun run = world.run(20, 60);
        world.pass(10);
        run.end();
        world.pass(350);
        assertThat(world.system.stopped).hasSize(5);
        assertThat(world.system.status()).isEmpty();
        world.pass(3_600);
        assertThat(world.agents).isEmpty();
        assertThat(world.status().state()).isEqualTo(FleetState.STEADY);
    }

    @Test
    void shouldReplaceATaskThatSomeoneElseEnded() throws Exception {
        FleetWorld world = world();
        FleetWorld.FakeRun run = world.run(100, 60);
        world.pass(60);
        world.system.end("1_3");
        world.pass(90);
        assertThat(world.lostUnits).isEqualTo(4);
        assertThat(world.system.count(TaskStatus.RUNNING)).isEqualTo(25);
        world.pass(240);
        assertThat(run.done).isEqualTo(100);
        assertThat(world.status().state()).isEqualTo(FleetState.STEADY);
    }

    @Test
    void shouldWaitAndPauseAfterRefusalsAndGoOnWhenTheOperatorSaysSo() throws Exception {
        FleetWorld world = world();
        world.system.refuses = true;
        world.run(20, 60);
        world.pass(30);
        assertThat(world.status().state()).isEqualTo(FleetState.DELAYED);
        assertThat(world.status().trouble()).isEqualTo("queue is down");
        world.pass(9 * 3_600);
        assertThat(world.system.submissions).hasSize(10);
        assertThat(world.status().state()).isEqualTo(FleetState.PAUSED);
        assertThat(world.status().trouble()).contains("10 submissions", "queue is down");
        assertThat(world.said).filteredOn(line -> line.contains("unpause")).hasSize(1);
        world.system.refuses = false;
        world.keeper.resume(world.loop.nanoTime());
        world.pass(60);
        assertThat(world.system.count(TaskStatus.RUNNING)).isEqualTo(5);
        assertThat(world.status().trouble()).isEmpty();
    }

    @Test
    void shouldPauseAfterThreeFailedStartsAndSayWhy() throws Exception {
        FleetWorld world = world();
        world.system.failsAtStart = true;
        world.run(12, 60);
        world.pass(60);
        assertThat(world.status().state()).isEqualTo(FleetState.PAUSED);
        assertThat(world.status().trouble()).contains("3 tasks", "no Java on its node");
        assertThat(world.system.submissions).hasSize(1);
    }

    @Test
    void shouldTakeOverItsTasksAfterAKill() throws Exception {
        FleetWorld world = world();
        FleetWorld.FakeRun run = world.run(100, 60);
        world.pass(60);
        world.system.knowsItsOwn = false;
        world.restart();
        world.pass(600);
        assertThat(run.done).isEqualTo(100);
        assertThat(world.system.submissions).containsExactly(25);
        assertThat(world.system.status()).isEmpty();
        assertThat(world.lostUnits).isZero();
    }

    /** The kill comes between the submission and the note of its ids. */
    @Test
    void shouldFindTasksWhoseIdsAKillLost() throws Exception {
        FleetWorld world = world();
        world.run(100, 60);
        world.pass(5);
        world.stored = List.of();
        world.restart();
        world.pass(120);
        assertThat(world.system.submissions).containsExactly(25);
        assertThat(world.status().started()).isEqualTo(25);
    }

    @Test
    void shouldFindTasksWhoseSubmissionWasNotAnswered() throws Exception {
        FleetWorld world = world();
        world.system.answersTooLate = true;
        world.run(100, 60);
        world.pass(120);
        assertThat(world.system.submissions).containsExactly(25);
        assertThat(world.status().started()).isEqualTo(25);
    }

    @Test
    void shouldSubmitNothingWhileItCannotSeeWhatIsThere() throws Exception {
        FleetWorld world = world();
        world.run(100, 600);
        world.pass(5);
        world.stored = List.of();
        world.system.silent = true;
        world.restart();
        world.pass(50);
        assertThat(world.system.submissions).containsExactly(25);
        world.system.silent = false;
        world.pass(120);
        assertThat(world.system.submissions).containsExactly(25);
        assertThat(world.status().started()).isEqualTo(25);
    }

    @Test
    void shouldNotTakeTasksThatEndedWhileItWasAwayForFailures() throws Exception {
        FleetWorld world = world();
        world.run(100, 6_000);
        world.pass(60);
        for (String task : world.stored) {
            world.system.end(task);
        }
        world.restart();
        world.pass(120);
        assertThat(world.system.submissions).containsExactly(25, 25);
        assertThat(world.status().started()).isEqualTo(25);
        assertThat(world.status().state()).isEqualTo(FleetState.STEADY);
    }

    /** An agent gives up when it finds no pool. */
    @Test
    void shouldNotPauseForTasksThatStartedWhileItWasAway() throws Exception {
        FleetWorld world = world();
        world.run(100, 600);
        world.pass(5);
        world.system.failsAtStart = true;
        world.loop.advance(30 * FleetWorld.SECOND);
        world.system.start(task -> {});
        world.system.failsAtStart = false;
        world.restart();
        world.pass(120);
        assertThat(world.status().state()).isEqualTo(FleetState.STEADY);
        assertThat(world.status().started()).isEqualTo(25);
    }

    @Test
    void shouldCancelWhatHasNotStartedWhenThePoolEnds() throws Exception {
        FleetWorld world = world();
        world.run(8, 600);
        world.pass(60);
        world.run(20, 600);
        world.pass(15);
        assertThat(world.system.count(TaskStatus.QUEUED)).isEqualTo(5);
        world.pool.stop();
        world.keeper.close(world.loop.nanoTime());
        assertThat(world.system.stopped).hasSize(5);
        assertThat(world.stored).containsExactlyInAnyOrder("1_0", "1_1");
        assertThat(world.lostUnits).isZero();
    }
}
