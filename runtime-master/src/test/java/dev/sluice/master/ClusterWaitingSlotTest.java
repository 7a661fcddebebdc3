package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A slot whose unit failed begins no other one until its master has answered. Whatever happens to the worker in the
 * meantime, the slot computes again.
 */
@NoLeaks
class ClusterWaitingSlotTest extends ClusterCase {
    private static final int SEEDS = 24;
    private static final List<String> MODES = List.of("each", "end", "sum");

    private String mode = "each";
    private Work work;
    private boolean failing;
    private boolean failed;

    /** Units that host a has computed since its failure. */
    private int later;

    private void start(RandomGenerator random) {
        cluster.terms().policy = PolicyName.SS;
        mode = MODES.get(random.nextInt(MODES.size()));
        work = cluster.work(300, 100)
                .taking(unit -> (5 + unit % 10) * Cluster.MILLI)
                .results(Work.mode(mode));
        cluster.start(work);
    }

    /** The host whose next unit fails once {@link #failing} is set. */
    private Cluster.Node joinFailing(String parent, RandomGenerator random) {
        Work copy = work.onWorker(1).computing(unit -> {
            if (failing) {
                failing = false;
                failed = true;
                throw new IllegalStateException("a test");
            }
            later += failed ? 1 : 0;
        });
        return cluster.join("a", 1 + random.nextInt(3), copy, Cluster.runFile(parent));
    }

    private void joinOther(String parent) {
        cluster.join("b", 2, work.onWorker(1), Cluster.runFile(parent));
    }

    /** Runs until a unit has failed there, and the failure is on its way to the master. */
    private void awaitFailure() {
        cluster.loop().advance(Cluster.SECOND / 5);
        failing = true;
        cluster.await("a failure", () -> failed);
    }

    private void assertThatAllWasComputed() {
        cluster.await("its next unit", () -> later > 0);
        cluster.finishCompletely();
        work.assertComplete(mode);
    }

    @SeededTest(runs = SEEDS)
    void shouldComputeAgainAfterAMoveBelowASubMaster(RandomGenerator random) {
        start(random);
        serving("sub");
        joinFailing("master", random);
        joinOther("master");
        awaitFailure();
        cluster.master()
                .course()
                .mover()
                .apply(SteerWorkers.move(List.of(entry("a").id.toString()), "sub"), "a test");
        assertThatAllWasComputed();
    }

    @SeededTest(runs = SEEDS)
    void shouldComputeAgainAfterItsSubMasterWasRemoved(RandomGenerator random) {
        start(random);
        serving("sub");
        joinFailing("sub", random);
        joinOther("master");
        awaitFailure();
        cluster.master().course().mover().apply(SteerWorkers.move(List.of("sub"), ""), "a test");
        assertThatAllWasComputed();
    }

    @SeededTest(runs = SEEDS)
    void shouldComputeAgainAfterItsSubMasterDied(RandomGenerator random) {
        start(random);
        SubNode sub = serving("sub");
        Cluster.Node node = joinFailing("sub", random);
        joinOther("master");
        awaitFailure();
        sub.die(List.of(node));
        assertThatAllWasComputed();
    }

    @SeededTest(runs = SEEDS)
    void shouldComputeAgainAfterItWasParked(RandomGenerator random) {
        start(random);
        joinFailing("master", random);
        joinOther("master");
        awaitFailure();
        WorkerId id = entry("a").id;
        cluster.master().course().actuator().park(Set.of(id), "a test");
        cluster.loop().advance(Cluster.SECOND / 10);
        cluster.master().course().actuator().unpark(Set.of(id), "a test");
        assertThatAllWasComputed();
    }

    @SeededTest(runs = SEEDS)
    void shouldComputeAgainWhenItsConnectionBreaks(RandomGenerator random) {
        start(random);
        Cluster.Node node = joinFailing("master", random);
        joinOther("master");
        awaitFailure();
        node.link().cut();
        assertThatAllWasComputed();
        assertThat(cluster.counters().workersLost()).isZero();
    }
}
