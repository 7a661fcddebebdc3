package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The way of handing out units changes while a run goes on. */
class HandoutTest {
    private static Event changed(PolicyName policy, int prefetch) {
        return new Event.HandoutChanged(new Handout(policy, Weighting.EQUAL, prefetch, 0));
    }

    private static List<Long> revoked(World world) {
        return world.actions.stream()
                .filter(Action.Revoke.class::isInstance)
                .map(action -> ((Action.Revoke) action).units())
                .toList();
    }

    private static long lastChunk(World world) {
        return world.actions.stream()
                .filter(Action.Assign.class::isInstance)
                .mapToLong(action -> ((Action.Assign) action).run().units())
                .reduce(0, (before, last) -> last);
    }

    private static void finishOnce(World world) {
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo((int) world.units);
        assertThat(world.acceptedTwice).isZero();
    }

    @Test
    void shouldBeginTheNewPolicyWithTheUnassignedUnits() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId first = world.join(1, 1);
        world.join(2, 1);
        world.begin(102);
        world.apply(changed(PolicyName.GSS, 0));
        assertThat(revoked(world)).isEmpty();
        world.compute(first, 1, 1000);
        assertThat(lastChunk(world)).isEqualTo(50);
        finishOnce(world);
    }

    @Test
    void shouldAskBackWhatExceedsTheNewDepthOfWholeShares() {
        World world = new World(PolicyName.FIXED, 0, 1);
        world.join(1, 1);
        world.join(2, 1);
        world.begin(100);
        assertThat(lastChunk(world)).isEqualTo(50);
        world.apply(changed(PolicyName.SS, 2));
        assertThat(revoked(world)).containsExactly(47L, 47L);
        world.answerRevokes();
        // Each worker keeps 3 units of its share, which count as one chunk, and gets 2 more.
        assertThat(world.scheduler.ledger().kinds().oneSlotPool(0).size()).isEqualTo(90);
        finishOnce(world);
    }

    @Test
    void shouldAskBackWhatExceedsALowerPrefetchOnly() {
        World world = new World(PolicyName.SS, 9, 1);
        world.join(1, 2);
        world.begin(1000);
        world.apply(changed(PolicyName.SS, 9));
        assertThat(revoked(world)).isEmpty();
        world.apply(changed(PolicyName.SS, 1));
        assertThat(revoked(world)).containsExactly(16L);
        world.answerRevokes();
        assertThat(world.scheduler.outstandingUnits()).isEqualTo(4);
        finishOnce(world);
    }

    @Test
    void shouldHoldFromTheNextCycleOnWhenNoneIsOpen() {
        World world = new World(PolicyName.SS, 0, 1);
        world.join(1, 1);
        world.join(2, 1);
        world.apply(changed(PolicyName.GSS, 0));
        world.begin(100);
        assertThat(world.actions)
                .filteredOn(Action.Assign.class::isInstance)
                .extracting(action -> ((Action.Assign) action).run().units())
                .containsExactly(50L, 25L);
        finishOnce(world);
    }

    @Test
    void shouldWeighSlotsAnewFromTheChangeOn() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId slow = world.join(1, 1);
        WorkerId fast = world.join(2, 1);
        world.begin(1004);
        for (int i = 0; i < 2; i++) {
            world.compute(slow, 1, 3_000_000);
            world.compute(fast, 1, 1_000_000);
        }
        world.apply(new Event.HandoutChanged(new Handout(PolicyName.GSS, Weighting.MEASURED, 0, 0)));
        world.compute(slow, 1, 3_000_000);
        long ofSlow = lastChunk(world);
        assertThat(ofSlow).isBetween(200L, 300L);
        finishOnce(world);
    }

    @Test
    void shouldAcceptEveryUnitOnceWhicheverPolicyFollowsWhichever() {
        for (PolicyName before : World.policies()) {
            for (PolicyName after : World.policies()) {
                World world = new World(before, SchedulerConfig.AUTO, 1);
                WorkerId first = world.join(1, 2);
                world.join(2, 1);
                world.begin(5000);
                world.compute(first, 40, 1000);
                world.apply(changed(after, SchedulerConfig.AUTO));
                finishOnce(world);
                world.begin(100);
                finishOnce(world);
            }
        }
    }
}
