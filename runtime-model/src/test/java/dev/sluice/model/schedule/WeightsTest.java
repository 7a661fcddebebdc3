package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.Measured;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the weights and measurements given to policies, and their effects. */
class WeightsTest {
    private static final long MS = 1_000_000;

    private final Roster roster = new Roster((from, input, to) -> {}, 3, dev.sluice.model.Amounts.NONE);
    private final Paces paces = new Paces(Weighting.MEASURED, 0, roster);

    private WorkerRecord join(int number, int slots) {
        WorkerRecord worker = new WorkerRecord(new WorkerId(number), slots, new FeedAhead(SchedulerConfig.AUTO), 0);
        roster.join(worker);
        paces.changed();
        return worker;
    }

    @Test
    void shouldWeighByMeasuredRate() {
        WorkerRecord fast = join(1, 3);
        WorkerRecord slow = join(2, 1);
        fast.pace.add(10, 100 * MS, 1e-3);
        slow.pace.add(10, 400 * MS, 16e-3);
        paces.changed();
        // rates 100 and 25 a slot, 325 in all, 81.25 on average
        assertThat(paces.weight(fast)).isCloseTo(100 / 81.25, within(1e-12));
        assertThat(paces.weight(slow)).isCloseTo(25 / 81.25, within(1e-12));
    }

    @Test
    void shouldTakeWhatIsNotMeasuredForAverage() {
        WorkerRecord fast = join(1, 1);
        WorkerRecord slow = join(2, 1);
        WorkerRecord unknown = join(3, 2);
        fast.pace.add(1, 10 * MS, 1e-4);
        slow.pace.add(1, 30 * MS, 9e-4);
        roster.expect(8, 1);
        paces.changed();
        assertThat(paces.weight(unknown)).isEqualTo(1);
        assertThat(paces.weight(fast)).isCloseTo(1.5, within(1e-12));
        assertThat(paces.weight(slow)).isCloseTo(0.5, within(1e-12));
        assertThat(paces.measured().rateWups())
                .as("of 8 slots at the mean of 100 and 33")
                .isCloseTo(8 * (100 + 100.0 / 3) / 2, within(1e-9));
    }

    @Test
    void shouldWeighByWhatIsExpectedUntilAUnitIsTimed() {
        WorkerRecord fast = join(1, 1);
        WorkerRecord slow = join(2, 1);
        fast.pace.expect(0.010);
        slow.pace.expect(0.030);
        paces.changed();
        assertThat(paces.weight(fast)).isCloseTo(1.5, within(1e-12));
        assertThat(paces.weight(slow)).isCloseTo(0.5, within(1e-12));
        slow.pace.add(1, 10 * MS, 1e-4);
        paces.changed();
        assertThat(paces.weight(slow)).as("timed").isCloseTo(1, within(1e-12));
        assertThat(paces.measured().units()).isEqualTo(1);
    }

    @Test
    void shouldMeasureOverheadAndSpread() {
        assertThat(paces.measured()).isEqualTo(Measured.NOTHING);
        WorkerRecord fast = join(1, 1);
        WorkerRecord slow = join(2, 1);
        assertThat(paces.measured().overheadSeconds()).isNaN();
        fast.feed.roundTrip(2 * MS, -1, 1, 0);
        slow.feed.roundTrip(4 * MS, -1, 1, 0);
        fast.pace.add(2, 400 * MS, 0.01 + 0.09);
        slow.pace.add(2, 4000 * MS, 1 + 9);
        paces.changed();
        Measured measured = paces.measured();
        assertThat(measured.units()).isEqualTo(4);
        assertThat(measured.overheadSeconds()).isCloseTo(0.003, within(1e-12));
        assertThat(measured.deviationSeconds())
                .as("within workers: variances 0.02 and 2, pooled")
                .isCloseTo(Math.sqrt(1.01), within(1e-9));
        assertThat(measured.dispersionSeconds()).isCloseTo(0.02 / 0.2 + 2 / 2.0, within(1e-9));
        assertThat(measured.rateWups()).isCloseTo(5 + 0.5, within(1e-9));
    }

    @SeededTest
    void shouldGiveWeightsThatSumToTheSlots(RandomGenerator random) {
        for (int i = 1; i <= 20; i++) {
            WorkerRecord worker = join(i, 1 + random.nextInt(8));
            if (random.nextInt(3) > 0) {
                worker.pace.add(1 + random.nextInt(100), 1 + random.nextLong(1L << 40), 0);
            }
            if (random.nextInt(5) == 0) {
                roster.move(worker, WorkerState.Input.BREAK);
            }
        }
        paces.changed();
        double sum = 0;
        for (WorkerRecord worker : roster.all()) {
            sum += worker.takesWork() ? paces.weight(worker) * worker.slots : 0;
        }
        assertThat(sum).isCloseTo(roster.activeSlots(), within(1e-6));
    }

    @SeededTest
    void shouldGivePlannedWeightsThatSumToTheSlotsWhoeverHasJoined(RandomGenerator random) {
        Paces planned = new Paces(Weighting.PLANNED, 0.01, roster);
        roster.expect(random.nextInt(100), 1);
        for (int i = 1; i <= 20; i++) {
            WorkerRecord worker =
                    new WorkerRecord(new WorkerId(i), 1 + random.nextInt(8), new FeedAhead(SchedulerConfig.AUTO), 0);
            worker.pace.expect(random.nextInt(4) == 0 ? 0 : 0.001 + random.nextDouble(0.1));
            worker.pace.add(1 + random.nextInt(100), 1 + random.nextLong(1L << 40), 0);
            roster.join(worker);
            planned.changed();
            double sum = planned.awaitedWeight() * (roster.slots() - roster.activeSlots());
            for (WorkerRecord each : roster.all()) {
                sum += planned.weight(each) * each.slots;
            }
            assertThat(sum).isCloseTo(roster.slots(), within(1e-6));
            assertThat(planned.awaitedWeight()).isPositive();
        }
    }

    @Test
    void shouldNotChangePlannedWeightsByMeasuredRates() {
        Paces planned = new Paces(Weighting.PLANNED, 0.02, roster);
        WorkerRecord fast = join(1, 1);
        WorkerRecord slow = join(2, 1);
        fast.pace.expect(0.02 / 1.5);
        slow.pace.expect(0.02 / 0.5);
        slow.pace.add(10, 10 * MS, 1e-5);
        assertThat(planned.weight(fast)).isCloseTo(1.5, within(1e-12));
        assertThat(planned.weight(slow)).isCloseTo(0.5, within(1e-12));
    }

    // ---- through the scheduler

    /** A run under FIXED whose plan expects these rates of workers with these slots. */
    private static World planned(int[] slots, double[] rates) {
        double mean = IntStream.of(slots).sum() / DoubleStream.of(rates).sum();
        World world = new World(new SchedulerConfig(
                new Handout(PolicyName.FIXED, Weighting.PLANNED, SchedulerConfig.AUTO, 0),
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                new SplittableRandom(1),
                mean));
        world.apply(new Event.SlotsExpected(IntStream.of(slots).sum(), Long.MAX_VALUE));
        return world;
    }

    @SeededTest
    void shouldShareTheFirstCycleAsPlannedInWhateverOrderWorkersJoin(RandomGenerator random) {
        int workers = 2 + random.nextInt(6);
        int[] slots = random.ints(workers, 1, 5).toArray();
        double[] rates = random.doubles(workers, 1, 100).toArray();
        long units = 20_000;
        World world = planned(slots, rates);
        int early = random.nextInt(workers + 1);
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, workers).boxed().toList());
        Collections.shuffle(order, new Random(random.nextLong()));
        for (int i = 0; i < workers; i++) {
            if (i == early) {
                world.begin(units);
            }
            int host = order.get(i);
            world.join(1 + i, slots[host], slots[host] / rates[host]);
        }
        if (early == workers) {
            world.begin(units);
        }
        for (int i = 0; i < workers; i++) {
            int host = order.get(i);
            double share = units * rates[host] / DoubleStream.of(rates).sum();
            assertThat((double) held(world, new WorkerId(1 + i)).get(0))
                    .as("worker %d of %d with %d slots, %d early", i, workers, slots[host], early)
                    .isCloseTo(share, within(1.0 + slots[host]));
        }
    }

    @Test
    void shouldGiveABranchBehindASlowLinkTheShareOfThatLink() {
        World world = planned(new int[] {2, 8}, new double[] {20, 20}); // 8 slots behind a link for 2
        world.begin(160);
        WorkerId branch = world.join(1, 0, 8 / 20.0);
        world.workers.put(branch, new World.FakeWorker(branch, 8));
        for (int slots = 2; slots <= 8; slots += 2) {
            world.apply(new Event.SlotsChanged(branch, slots));
        }
        WorkerId near = world.join(2, 2, 2 / 20.0);
        assertThat(held(world, branch, near)).containsExactly(80, 80);
    }

    private static List<Integer> held(World world, WorkerId... workers) {
        return java.util.Arrays.stream(workers)
                .map(worker -> world.workers.get(worker).queue.size())
                .toList();
    }

    @Test
    void shouldShareTheNextCycleByTheRatesOfTheLast() {
        World world = new World(PolicyName.FIXED, Weighting.MEASURED, SchedulerConfig.AUTO, 1);
        WorkerId fast = world.join(1, 1);
        WorkerId slow = world.join(2, 1);
        world.begin(100);
        assertThat(held(world, fast, slow)).containsExactly(50, 50);
        world.compute(fast, 50, 10 * MS);
        world.compute(slow, 50, 40 * MS);
        world.begin(100);
        assertThat(held(world, fast, slow)).containsExactly(80, 20);
    }

    @Test
    void shouldShareEquallyUnlessWeightsAreAskedFor() {
        World world = new World(PolicyName.FIXED, SchedulerConfig.AUTO, 1);
        WorkerId fast = world.join(1, 1);
        WorkerId slow = world.join(2, 1);
        world.begin(100);
        world.compute(fast, 50, 10 * MS);
        world.compute(slow, 50, 40 * MS);
        world.begin(100);
        assertThat(held(world, fast, slow)).containsExactly(50, 50);
    }

    @Test
    void shouldLetChunksOfAdaptiveFactoringGrowWithWhatIsKnown() {
        World world = new World(PolicyName.AWF, 0, 1);
        WorkerId worker = world.join(1, 1);
        world.join(2, 1);
        world.begin(1000);
        for (int expected : new int[] {1, 1, 2, 4, 8, 16}) {
            assertThat(held(world, worker)).containsExactly(expected);
            world.compute(worker, expected, MS);
        }
    }

    @Test
    void shouldGiveTheNextLongChunkWhenTheOneBeforeNearsItsEnd() {
        World world = new World(PolicyName.FAC, SchedulerConfig.AUTO, 1);
        WorkerId worker = world.join(1, 1);
        world.join(2, 1);
        world.begin(1000);
        assertThat(held(world, worker)).containsExactly(250);
        world.apply(new Event.RoundTripMeasured(worker, 10 * MS, -1));
        world.compute(worker, 230, 5 * MS);
        assertThat(held(world, worker)).as("20 units of 5 ms: no hurry").containsExactly(20);
        world.compute(worker, 15, 5 * MS);
        assertThat(held(world, worker))
                .as("4 units of 5 ms wait: round trip and batching are 20 ms")
                .containsExactly(5 + 125);
    }

    @Test
    void shouldGiveAnAskedPrefetchAtOnce() {
        World world = new World(PolicyName.FAC, 1, 1);
        WorkerId worker = world.join(1, 1);
        world.join(2, 1);
        world.begin(1000);
        assertThat(held(world, worker)).containsExactly(500);
    }

    @Test
    void shouldSizeFixedChunksOnceEnoughIsTimed() {
        World world = new World(PolicyName.FSC, 0, 1);
        WorkerId worker = world.join(1, 1);
        WorkerId other = world.join(2, 1);
        world.begin(1000);
        world.apply(new Event.RoundTripMeasured(worker, MS, -1));
        for (int i = 0; i < 3; i++) {
            assertThat(held(world, worker)).containsExactly(1);
            world.compute(worker, 1, (10 + 10 * i) * MS);
        }
        assertThat(held(world, worker)).as("3 timed").containsExactly(1);
        world.compute(other, 1, 40 * MS);
        world.compute(worker, 1, 40 * MS);
        // σ = 12.9 ms, h = 1 ms: (√2 · 1000 · 0.001 / (0.0129 · 2 · √ln 2))^(2/3) = 65.8^(2/3) = 16.3
        assertThat(held(world, worker)).containsExactly(17);
    }
}
