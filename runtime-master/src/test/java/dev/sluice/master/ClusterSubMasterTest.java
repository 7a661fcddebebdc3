package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.ErrorCode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with a sub-master between the master and its workers. */
@NoLeaks
class ClusterSubMasterTest {
    @TempDir
    Path directory;

    private Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster(directory);
    }

    private SubNode serving(String name) {
        SubNode node = cluster.subMaster(name);
        cluster.await(name + " serves", node::isServing);
        return node;
    }

    @Test
    void shouldComputeThroughASubMaster() {
        Work work = cluster.work(300, 40);
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.joinBelow("sub", "b", 1);
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(300));
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(cluster.heard().lines()).contains("w1 on sub has 3 slots");
    }

    @Test
    void shouldShareWorkBetweenASubMasterAndAWorker() {
        cluster.start(cluster.work(2_000));
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.join("b", 2);
        cluster.finishCompletely();
        assertThat(cluster.master().core().registry().entries())
                .allSatisfy(entry -> assertThat(entry.acceptedUnits).isGreaterThan(200));
    }

    @Test
    void shouldComputeElsewhereBelowWhatALostWorkerHeld() {
        cluster.start(cluster.work(600));
        SubNode sub = serving("sub");
        Cluster.Node lost = cluster.joinBelow("sub", "lost", 2);
        cluster.joinBelow("sub", "stays", 1);
        cluster.awaitAccepted(50);
        lost.die();
        cluster.finishCompletely();
        assertThat(sub.master().driver().counters().reassigned()).isPositive();
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldKeepResultsBelowUntilNoUnitIsLeftToCompute() {
        Work work = cluster.work(400).results(Results.atCycleEnd());
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 200);
        assertThat(work.accepted(0)).isEmpty();
        cluster.finishCompletely();
    }

    @Test
    void shouldMergeBelowWhatWorkersHaveAccumulated() {
        Work work = cluster.work(400, 60).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(ClusterTest.sum(0, 400), ClusterTest.sum(1, 60));
    }

    @Test
    void shouldTakeOverTheWorkersOfASubMasterThatDies() {
        Work work = cluster.work(2_000);
        cluster.start(work);
        SubNode sub = serving("sub");
        Cluster.Node a = cluster.joinBelow("sub", "a", 1);
        Cluster.Node b = cluster.joinBelow("sub", "b", 1);
        cluster.awaitAccepted(100);
        sub.die(List.of(a, b));
        cluster.awaitHeard("w1 on sub left: " + ErrorCode.CONNECTION_LOST);
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(3);
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(2_000));
    }

    @Test
    void shouldTakeASubMasterBackWhoseConnectionBroke() {
        cluster.start(cluster.work(2_000));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.awaitAccepted(100);
        sub.link().cut();
        cluster.awaitHeard("w1 on sub is back");
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(sub.said()).contains("is back");
    }

    @Test
    void shouldGiveUpAUnitThatFailedOnAllWorkersBelow() {
        cluster.terms().maxFailures = 2;
        Work work = cluster.work(60).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("unit is cursed");
            }
        });
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.accepted(0)).hasSize(59);
        assertThat(cluster.heard().quarantinedUnits())
                .singleElement()
                .satisfies(given -> assertThat(given.unit()).isEqualTo(7));
    }

    @Test
    void shouldDeliverWhatRunsBelowWhenASubMasterLeaves() {
        cluster.start(cluster.work(1_000));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.join("b", 1);
        cluster.awaitAccepted(100);
        sub.leave();
        cluster.await("it has ended", sub::hasEnded);
        cluster.finishCompletely();
        assertThat(cluster.heard().lines()).contains("w1 on sub leaves", "w1 on sub left: " + ErrorCode.NONE);
    }

    @Test
    void shouldHandBackAllUnitsWhenNoWorkerIsLeftBelow() {
        cluster.start(cluster.work(1_000));
        serving("sub");
        Cluster.Node lost = cluster.joinBelow("sub", "lost", 1);
        cluster.awaitAccepted(50);
        lost.die();
        cluster.join("above", 1);
        cluster.finishCompletely();
        assertThat(cluster.counters().handedBack()).isPositive();
    }

    @Test
    void shouldDeliverWhatRunsBelowWhenTheRunIsStopped() {
        Work work = cluster.work(5_000).taking(unit -> 100 * Cluster.MILLI);
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.awaitAccepted(20);
        cluster.master().course().stop(130);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(cluster.counters().accepted()).isEqualTo(work.accepted(0).size());
        assertThat(work.accepted(0).size()).isGreaterThanOrEqualTo(20);
    }
}
