package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import org.junit.jupiter.api.Test;

/** Units whose process was killed, and workers that may come back for a failed unit. */
class CrashedUnitTest {
    private final World world = new World(PolicyName.SS, 0, 1);

    @Test
    void shouldTryAKilledUnitAgainOnTheOnlyWorker() {
        WorkerId only = world.join(1, 1);
        world.begin(1);
        world.fail(only, 1, ErrorCode.UNIT_CRASHED);
        world.fail(only, 1, ErrorCode.UNIT_CRASHED);
        assertThat(world.quarantined).isEmpty();
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpAUnitWhoseProcessDiesThreeTimes() {
        WorkerId only = world.join(1, 1);
        world.begin(1);
        for (int tries = 0; tries < 3; tries++) {
            world.fail(only, 1, ErrorCode.UNIT_CRASHED);
        }
        assertThat(world.done()).isTrue();
        assertThat(world.quarantined)
                .singleElement()
                .satisfies(given -> assertThat(given.tries()).isEqualTo(3));
    }

    @Test
    void shouldPreferAWorkerOnWhichTheProcessHasNotDied() {
        WorkerId first = world.join(1, 1);
        world.begin(1);
        WorkerId other = world.join(2, 1);
        world.fail(first, 1, ErrorCode.UNIT_CRASHED);
        assertThat(world.workers.get(first).queue).isEmpty();
        assertThat(world.workers.get(other).queue).hasSize(1);
        world.fail(other, 1, ErrorCode.UNIT_CRASHED);
        world.finish();
        assertThat(world.accepted.cardinality()).as("both have tried").isEqualTo(1);
    }

    @Test
    void shouldWaitForAWorkerThatIsAwayBeforeItGivesUpAUnit() {
        WorkerId here = world.join(1, 1);
        WorkerId away = world.join(2, 1);
        world.begin(1);
        world.apply(new Event.WorkerBroke(away, true, 0));
        world.fail(here);
        assertThat(world.quarantined).isEmpty();
        world.apply(new Event.WorkerDied(away));
        assertThat(world.quarantined).hasSize(1);
    }
}
