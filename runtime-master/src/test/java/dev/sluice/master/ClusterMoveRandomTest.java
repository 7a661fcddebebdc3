package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.message.MoveWorkers;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Trees that change at random times, without faults and with faults of workers, connections and sub-masters. */
@NoLeaks
@Tag("slow")
class ClusterMoveRandomTest {
    private static final int MOST_SUB_MASTERS = 5;
    private static final int MOST_WORKERS = 12;
    private static final long[] CYCLES = {400, 150, 250};

    @TempDir
    Path directory;

    private Cluster cluster;
    private Work work;
    private final List<Cluster.Node> workers = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private final List<SubNode> subMasters = new ArrayList<>();
    private final AtomicInteger computed = new AtomicInteger();

    private String begin(RandomGenerator random) {
        cluster = new Cluster(directory.resolve("run-" + random.nextLong()));
        workers.clear();
        hosts.clear();
        subMasters.clear();
        computed.set(0);
        PolicyName[] policies = {PolicyName.SS, PolicyName.FAC, PolicyName.GSS};
        cluster.terms().policy = policies[random.nextInt(policies.length)];
        String mode = List.of("each", "end", "sum").get(random.nextInt(3));
        work = cluster.work(CYCLES)
                .taking(unit -> (1 + unit % 7) * Cluster.MILLI)
                .heavy(random.nextBoolean() ? 300_000 : 10)
                .results(Work.mode(mode))
                .computing(unit -> computed.incrementAndGet());
        cluster.start(work);
        split();
        for (int first = 0; first < 4; first++) {
            join(random, random.nextBoolean() ? "master" : "sub0");
        }
        cluster.loop().advance(5 * Cluster.MILLI);
        return mode;
    }

    private void join(RandomGenerator random, String parent) {
        String host = "h" + workers.size();
        Work copy = work.onWorker(0.5 + random.nextDouble());
        workers.add(cluster.join(host, 1 + random.nextInt(2), copy, Cluster.runFile(parent)));
        hosts.add(host);
    }

    /** Starts another sub-master. */
    private void split() {
        SubNode node = cluster.subMaster("sub" + subMasters.size());
        subMasters.add(node);
        cluster.await(node + " serves", node::isServing);
    }

    private void order(List<String> names, String to) {
        cluster.master().course().mover().apply(new MoveWorkers(names, to), "a test");
    }

    /** The operator changes the tree. */
    private void change(RandomGenerator random) {
        String sub = "sub" + random.nextInt(subMasters.size());
        switch (random.nextInt(6)) {
            case 0 -> order(List.of(sub), "");
            case 1 -> {
                if (subMasters.size() < MOST_SUB_MASTERS && cluster.heard().end() == null) {
                    split();
                }
            }
            default -> {
                String host = hosts.get(random.nextInt(hosts.size()));
                order(List.of(host), random.nextInt(3) == 0 ? MoveWorkers.MASTER : sub);
            }
        }
    }

    private void disturb(RandomGenerator random) {
        Cluster.Node node = workers.get(random.nextInt(workers.size()));
        SubNode sub = subMasters.get(random.nextInt(subMasters.size()));
        switch (random.nextInt(7)) {
            case 0 -> node.link().cut();
            case 1 -> node.die();
            case 2 -> node.worker().drain("a signal");
            case 3 -> {
                node.link().hold();
                cluster.loop().schedule(random.nextLong(8 * Cluster.SECOND), node.link()::release);
            }
            case 4 -> sub.link().cut();
            case 5 -> kill(sub);
            default -> {
                if (workers.size() < MOST_WORKERS) {
                    join(random, "master");
                }
            }
        }
    }

    private void kill(SubNode sub) {
        if (sub.hasEnded()) {
            return;
        }
        List<Cluster.Node> below = new ArrayList<>();
        for (WorkerConnection connection : sub.master().core().registry().connections()) {
            int number = hosts.indexOf(connection.entry.host);
            if (number >= 0 && !workers.get(number).worker().isDead()) {
                below.add(workers.get(number));
            }
        }
        sub.die(below);
    }

    @SeededTest(runs = 60, usually = 20)
    void shouldComputeEachUnitOnceWhileTheTreeChanges(RandomGenerator random) {
        String mode = begin(random);
        for (int step = 4 + random.nextInt(12); step >= 0; step--) {
            cluster.loop().advance(random.nextLong(60 * Cluster.MILLI));
            change(random);
        }
        cluster.finishCompletely();
        work.assertComplete(mode);
        assertThat(computed).hasValue(800);
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @SeededTest(runs = 80, usually = 30)
    void shouldAcceptEachUnitOnceWhileTheTreeChangesAndProcessesFail(RandomGenerator random) {
        String mode = begin(random);
        for (int step = 4 + random.nextInt(12); step >= 0; step--) {
            cluster.loop().advance(random.nextLong(60 * Cluster.MILLI));
            if (random.nextInt(3) == 0) {
                disturb(random);
            } else {
                change(random);
            }
        }
        cluster.join("last", 1);
        cluster.finishCompletely();
        work.assertComplete(mode);
    }
}
