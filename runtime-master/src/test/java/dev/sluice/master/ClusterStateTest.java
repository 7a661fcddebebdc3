package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Applications that keep a state on their workers. {@link Work} computes only on a copy that has loaded its state. */
@NoLeaks
class ClusterStateTest extends ClusterCase {
    private final AtomicInteger loads = new AtomicInteger();

    private Work work(long... cycles) {
        return cluster.work(cycles).loading(loads::incrementAndGet);
    }

    private static void fail() {
        throw new IllegalStateException("no points here");
    }

    @Test
    void shouldLoadTheStateOnceOnEachWorkerForAllSlotsAndCycles() {
        Work work = work(200, 200, 200);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 3);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(loads).hasValue(2);
    }

    @Test
    void shouldNotLoadTheStateOnAWorkerWithoutUnits() {
        cluster.start(work(0));
        cluster.join("a", 2);
        cluster.finishCompletely();
        assertThat(loads).hasValue(0);
    }

    @Test
    void shouldLoadTheStateOnAWorkerThatTakesThePlaceOfALostOne() {
        cluster.start(work(200, 200));
        Cluster.Node lost = cluster.join("lost", 1);
        cluster.awaitAccepted(20);
        lost.die();
        cluster.awaitHeard("no worker is left");
        cluster.join("other", 2);
        cluster.finishCompletely();
        assertThat(loads).hasValue(2);
    }

    @Test
    void shouldKeepTheStateOfAWorkerThatReconnects() {
        cluster.start(work(400));
        Cluster.Node node = cluster.join("away", 2);
        cluster.awaitAccepted(50);
        node.link().cut();
        cluster.awaitHeard("w1 on away is back");
        cluster.finishCompletely();
        assertThat(loads).hasValue(1);
    }

    @Test
    void shouldLoadTheStateOnWorkersBelowASubMaster() {
        Work work = work(300, 40);
        cluster.start(work);
        SubNode sub = cluster.subMaster("sub");
        cluster.await("sub serves", sub::isServing);
        cluster.joinBelow("sub", "a", 2);
        cluster.joinBelow("sub", "b", 1);
        cluster.finishCompletely();
        assertThat(loads).hasValue(2);
    }

    @Test
    void shouldComputeElsewhereWhatWorkersWithoutTheirStateCannot() {
        Work work = work(2_000);
        cluster.start(work);
        for (String host : List.of("a", "b", "c")) {
            cluster.join(host, 1, work.onWorker(1).loading(ClusterStateTest::fail), Cluster.runFile("master"));
        }
        cluster.join("good", 1);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(cluster.counters().failed()).isZero();
        assertThat(loads).hasValue(1);
    }

    @Test
    void shouldLoadTheStateAgainAfterAPauseWhenThatFails() {
        Work work = cluster.work(200).loading(() -> {
            if (loads.incrementAndGet() < 3) {
                fail();
            }
        });
        cluster.start(work);
        cluster.join("a", 2);
        cluster.finishCompletely();
        assertThat(cluster.counters().failed()).isZero();
        assertThat(loads).hasValue(3);
    }

    @Test
    void shouldSuspectNoUnitOfAWorkerThatLeavesWithoutItsState() {
        cluster.start(cluster.work(1).loading(ClusterStateTest::fail));
        Cluster.Node node = cluster.join("a", 1);
        cluster.await("its end", () -> node.worker().code() == ErrorCode.STATE_NOT_LOADED);
        assertThat(cluster.counters().failed()).isZero();
        cluster.join("b", 1, cluster.work(1).onWorker(1), Cluster.runFile("master"));
        cluster.finishCompletely();
    }

    @Test
    void shouldSayWhyNoWorkerCouldLoadItsState() {
        cluster.start(cluster.work(1_000).loading(ClusterStateTest::fail));
        Cluster.Node node = cluster.join("a", 2);
        cluster.await("its end", node.worker()::hasFinished);
        cluster.loop().advance(1_000_000_000L);
        cluster.master().allGone(RunEnd.failed(ErrorCode.NO_WORKERS, "all have ended"));
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.STATE_NOT_LOADED);
        assertThat(end.text()).isEqualTo("w1 on a: loadState threw java.lang.IllegalStateException: no points here");
        assertThat(cluster.counters().failed()).isZero();
    }
}
