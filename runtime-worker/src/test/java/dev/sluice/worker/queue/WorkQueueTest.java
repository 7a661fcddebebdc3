package dev.sluice.worker.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.payload.Payload;
import dev.sluice.worker.Inputs;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.InputCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private static final long MICRO = 1_000;

    /** Any time. */
    private static final long NOW = 7;

    private final CycleWork cycle = new CycleWork(0, Payload.empty(), false);
    private final WorkQueue queue = new WorkQueue(2);
    private final SlotUnits claim = new SlotUnits(0, Thread.currentThread());
    private final SlotUnits other = new SlotUnits(1, Thread.currentThread());

    private Payload add(AttemptRun run) {
        Payload inputs = Inputs.numbers(run.firstUnit(), run.units());
        queue.add(
                new QueuedRange(
                        cycle,
                        run,
                        run.firstUnit(),
                        run.endUnit(),
                        new QueuedRange.Inputs(inputs, new InputCursor(inputs.buffers()))),
                Lull.NONE,
                0);
        return inputs;
    }

    private static List<Long> finish(SlotUnits claim) {
        List<Long> units = new ArrayList<>();
        for (long unit = claim.startNext(); unit >= 0; unit = claim.startNext()) {
            assertThat(claim.decoder().readSized(Inputs.NUMBER)).isEqualTo(unit);
            units.add(unit);
        }
        return units;
    }

    /** Waits as a slot does; false when the queue is closed and empty. */
    private boolean awaitClaim(SlotUnits mine, long forecastNanos) {
        WorkQueue.Look look = queue.look(mine, forecastNanos, false, true, System.nanoTime());
        while (look == WorkQueue.Look.IDLE || look == WorkQueue.Look.BESIDE_WAITING) {
            queue.park(mine, look);
            look = queue.look(mine, forecastNanos, false, false, System.nanoTime());
        }
        return look == WorkQueue.Look.TAKEN;
    }

    @Test
    void shouldClaimInOrderWithTheRightInputs() {
        add(new AttemptRun(1, 9, 100, 1, 40));
        assertThat(queue.tryClaim(claim, MICRO, NOW)).isTrue();
        assertThat(finish(claim)).startsWith(100L).hasSize(10);
        assertThat(queue.tryClaim(claim, MICRO, NOW)).isTrue();
        assertThat(finish(claim)).startsWith(110L).hasSize(7);
        assertThat(queue.queued()).isEqualTo(23);
    }

    @Test
    void shouldLetSlotsShareOneChunk() {
        add(new AttemptRun(1, 9, 0, 8, 1));
        queue.tryClaim(claim, 10 * MICRO, NOW);
        queue.tryClaim(other, 10 * MICRO, NOW);
        assertThat(finish(claim)).containsExactly(0L, 1L);
        assertThat(finish(other)).containsExactly(2L);
    }

    @Test
    void shouldHoldOneSlotUntilItMayGoOnAndLetOthersHaveItsUnits() {
        queue.enter(claim);
        queue.enter(other);
        add(new AttemptRun(1, 9, 0, 4, 1));
        queue.tryClaim(claim, MICRO, NOW);
        claim.startNext();
        Runnable answer = queue.hold(claim);
        assertThat(claim.startNext()).isEqualTo(-1);
        assertThat(queue.tryClaim(claim, MICRO, NOW)).isFalse();
        assertThat(queue.look(claim, MICRO, false, true, NOW)).isEqualTo(WorkQueue.Look.IDLE);
        assertThat(queue.tryClaim(other, MICRO, NOW)).isTrue();
        answer.run();
        assertThat(queue.tryClaim(claim, MICRO, NOW)).isTrue();
        Runnable second = queue.hold(claim);
        answer.run();
        assertThat(queue.tryClaim(claim, MICRO, NOW))
                .as("after an answer to another hold")
                .isFalse();
        queue.takeBack(100);
        queue.close();
        assertThat(queue.look(claim, MICRO, false, true, NOW)).isEqualTo(WorkQueue.Look.CLOSED);
        second.run();
    }

    @Test
    void shouldTakeBackFromTheTailAndNameThePartOfAChunk() {
        add(new AttemptRun(1, 9, 0, 10, 3));
        add(new AttemptRun(50, 8, 200, 1, 2));
        assertThat(queue.takeBack(15)).containsExactly(new HeldUnits(50, 8, 200, 2), new HeldUnits(2, 9, 17, 13));
        assertThat(queue.queued()).isEqualTo(17);
        assertThat(queue.takeBack(100)).containsExactly(new HeldUnits(1, 9, 0, 17));
        assertThat(queue.takeBack(1)).isEmpty();
        assertThat(queue.tryClaim(claim, MICRO, NOW)).isFalse();
    }

    @Test
    void shouldTakeBackWhatIsClaimedButNotStarted() {
        queue.enter(claim);
        add(new AttemptRun(1, 9, 0, 1, 20));
        queue.tryClaim(claim, MICRO, NOW);
        claim.startNext();
        assertThat(queue.takeBack(100)).containsExactly(new HeldUnits(6, 9, 5, 15), new HeldUnits(2, 9, 1, 4));
        assertThat(claim.startNext()).isEqualTo(-1);
    }

    @Test
    void shouldTakeOverUnitsThatAnotherSlotHasNotStartedInTime() {
        queue.enter(claim);
        add(new AttemptRun(1, 9, 0, 1, 20));
        queue.tryClaim(claim, MICRO, NOW);
        claim.startNext(); // and never ends
        queue.takeBack(15);
        long patient = NOW + WorkQueue.STALL_NANOS;
        assertThat(queue.look(other, MICRO, false, true, patient)).isEqualTo(WorkQueue.Look.BESIDE_WAITING);
        queue.endWait(other);
        assertThat(queue.look(other, MICRO, false, false, patient + 1)).isEqualTo(WorkQueue.Look.TAKEN);
        assertThat(finish(other)).containsExactly(1L);
    }

    @Test
    void shouldGiveAnIdleSlotWhatWaitsBehindALongUnit() throws Exception {
        queue.enter(claim);
        add(new AttemptRun(1, 9, 0, 1, 20));
        queue.tryClaim(claim, MICRO, System.nanoTime());
        claim.startNext(); // and never ends
        queue.takeBack(15);
        CompletableFuture<List<Long>> taken = new CompletableFuture<>();
        Thread idle = new Thread(() -> {
            SlotUnits mine = new SlotUnits(1, Thread.currentThread());
            queue.enter(mine);
            awaitClaim(mine, 0);
            List<Long> units = finish(mine);
            awaitClaim(mine, MICRO);
            units.addAll(finish(mine));
            taken.complete(units);
        });
        idle.start();
        await().until(taken::isDone);
        assertThat(taken.get()).startsWith(1L, 2L);
        idle.join();
    }

    @Test
    void shouldWakeWaitingSlotsForWorkAndForTheEnd() throws Exception {
        CompletableFuture<Boolean> first = new CompletableFuture<>();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        Thread slot = new Thread(() -> {
            SlotUnits mine = new SlotUnits(1, Thread.currentThread());
            queue.enter(mine);
            Thread.currentThread().interrupt(); // user code may leave this behind
            first.complete(awaitClaim(mine, 0));
            finish(mine);
            second.complete(awaitClaim(mine, 0));
        });
        slot.start();
        await().until(() -> slot.getState() == Thread.State.WAITING);
        add(new AttemptRun(1, 9, 0, 1, 1));
        await().until(first::isDone);
        await().until(() -> slot.getState() == Thread.State.WAITING);
        queue.close();
        await().until(second::isDone);
        assertThat(first.get()).isTrue();
        assertThat(second.get()).isFalse();
        slot.join();
    }

    @Test
    void shouldDropWhatTheMasterGaveToSomebodyElse() {
        add(new AttemptRun(1, 9, 0, 1, 20));
        queue.drop(List.of(new HeldUnits(6, 9, 5, 5), new HeldUnits(1, 7, 0, 20)));
        List<Long> left = new ArrayList<>();
        while (queue.tryClaim(claim, 0, NOW)) {
            left.addAll(finish(claim));
        }
        assertThat(left).containsExactly(0L, 1L, 2L, 3L, 4L, 10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
    }

    @Test
    void shouldReleaseInputsOnceNobodyNeedsThem() {
        Payload inputs = add(new AttemptRun(1, 9, 0, 1, 4)).retain();
        queue.takeBack(2);
        while (queue.tryClaim(claim, 0, NOW)) {
            finish(claim);
        }
        queue.tryClaim(claim, 0, NOW);
        inputs.release(); // the test's own
        org.assertj.core.api.Assertions.assertThatThrownBy(inputs::retain).isInstanceOf(RuntimeException.class);
    }
}
