package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.Needs;
import dev.sluice.model.ErrorCode;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Units of a higher priority are computed before others that wait. */
@NoLeaks
class ClusterPriorityTest extends ResumedCluster {
    private static final LongFunction<Needs> ONE_SLOT = index -> Needs.ONE_SLOT;

    /** Units in the order in which workers began them. */
    private final List<Long> begun = new ArrayList<>();

    private Work work(LongFunction<Needs> needs, LongToIntFunction priority, long units) {
        return new NeedyWork(cluster.loop(), needs, units).preferring(priority);
    }

    private void join(Work work, int slots, String parent) {
        Work copy = work.onWorker(1).computing(begun::add);
        cluster.join("host" + slots, slots, copy, Cluster.runFile(parent));
    }

    private static List<Long> inOrder(long units, LongToIntFunction priority) {
        return LongStream.range(0, units)
                .boxed()
                .sorted(Comparator.<Long>comparingInt(unit -> -priority.applyAsInt(unit))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    @Test
    void shouldComputeTheHighestPriorityFirstAndThenInOrder() {
        open("order");
        LongToIntFunction priority = unit -> (int) (unit % 4) - 1;
        Work work = work(ONE_SLOT, priority, 200);
        cluster.start(work);
        join(work, 1, "master");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(begun).isEqualTo(inOrder(200, priority));
        work.assertComplete("each");
    }

    @Test
    void shouldKeepTheOrderBelowASubMaster() {
        open("tree");
        LongToIntFunction priority = unit -> (int) (unit % 4) - 1;
        Work work = work(ONE_SLOT, priority, 100);
        cluster.start(work);
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        join(work, 1, "sub");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(begun).isEqualTo(inOrder(100, priority));
    }

    /** Each of the first units adds one, which overtakes those that the worker has queued. */
    @Test
    void shouldOvertakeQueuedUnitsWithThoseThatAreAdded() {
        open("added");
        Work work = work(ONE_SLOT, index -> index < 300 ? 0 : 7, 300).growing(5, 0);
        cluster.start(work);
        join(work, 1, "master");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        List<Long> added = begun.stream().filter(unit -> unit >= 300).toList();
        assertThat(added).hasSize(10);
        assertThat(begun.lastIndexOf(added.get(9)))
                .as("the units that were queued for the first seconds did not come before")
                .isLessThan(60);
    }

    @Test
    void shouldStartAWideUnitOfHighPriorityBeforeAndOneOfLowPriorityAfterTheOthers() {
        open("wide");
        LongFunction<Needs> needs = unit -> unit == 70 || unit == 71 ? Needs.ofProcessors(4) : Needs.ONE_SLOT;
        Work work = work(needs, unit -> unit == 70 ? 1 : unit == 71 ? -1 : 0, 100);
        cluster.start(work);
        join(work, 4, "master");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(begun).startsWith(70L).endsWith(71L).hasSize(100);
    }

    /** A wide unit of the higher priority takes the room that a host keeps for one of the lower. */
    @Test
    void shouldTakeOverAReservation() {
        open("reserved");
        LongFunction<Needs> needs = unit -> unit >= 20 ? Needs.ofProcessors(unit < 40 ? 3 : 4) : Needs.ONE_SLOT;
        Work work = work(needs, unit -> unit >= 40 ? 2 : unit >= 20 ? 1 : 3, 50);
        cluster.start(work);
        join(work, 4, "master");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(begun.subList(20, 30)).allMatch(unit -> unit >= 40);
        work.assertComplete("each");
    }

    @Test
    void shouldRefuseMoreThan64KindsOfNeedsAndPriorities() {
        open("kinds");
        Work work = work(ONE_SLOT, unit -> (int) unit, 65);
        cluster.start(work);
        join(work, 1, "master");
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.TOO_MANY_KINDS);
        assertThat(end.text()).contains("unit 64 needs 1 processor and has priority 64");
    }

    @SeededTest(runs = 40)
    void shouldComputeEachUnitOnceThoughMastersDie(RandomGenerator random) {
        open("resumed-" + random.nextLong());
        LongToIntFunction priority = unit -> (int) (unit % 7);
        Work work = work(ONE_SLOT, priority, 60);
        begin(work);
        join(work, 2, "master");
        for (int deaths = 1 + random.nextInt(3); deaths > 0 && cluster.heard().end() == null; deaths--) {
            cluster.loop().advance(random.nextLong(40 * Cluster.MILLI));
            if (cluster.heard().end() == null) {
                work = work(ONE_SLOT, priority, 60);
                killAndResume(work);
            }
        }
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        assertThat(work.problems()).isEmpty();
    }
}
