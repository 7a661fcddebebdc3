package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Results;
import dev.sluice.master.tune.Actuator;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which workers join, drain, die, lose their connections and fall silent at random times. */
@NoLeaks
class ClusterRandomTest {
    private static final int WORKERS = 12;

    @TempDir
    Path directory;

    private void disturb(Cluster cluster, List<Cluster.Node> nodes, RandomGenerator random) {
        Cluster.Node node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(5)) {
            case 0 -> node.link().cut();
            case 1 -> node.die();
            case 2 -> node.worker().drain("a signal");
            case 3 -> {
                node.link().hold();
                cluster.loop().schedule(random.nextLong(8 * Cluster.SECOND), node.link()::release);
            }
            default -> {
                if (nodes.size() < WORKERS) {
                    nodes.add(cluster.join("h" + nodes.size(), 1 + random.nextInt(3), 0.5 + random.nextDouble()));
                }
            }
        }
    }

    @SeededTest(runs = 40)
    void shouldAcceptEachUnitOnceWhateverHappensToWorkers(RandomGenerator random) {
        Cluster cluster = new Cluster(directory.resolve("run-" + random.nextLong()));
        cluster.terms().speculation = random.nextInt(2) * 10;
        Work work = cluster.work(400, 150)
                .taking(unit -> (1 + unit % 7) * Cluster.MILLI)
                .results(random.nextBoolean() ? Results.each() : Results.atCycleEnd());
        cluster.start(work);
        List<Cluster.Node> nodes = new ArrayList<>();
        for (int first = 0; first < 3; first++) {
            nodes.add(cluster.join("h" + first, 1 + random.nextInt(2)));
        }
        cluster.loop().advance(2 * Cluster.MILLI);
        for (int blow = random.nextInt(8); blow >= 0; blow--) {
            cluster.loop().advance(random.nextLong(80 * Cluster.MILLI));
            disturb(cluster, nodes, random);
        }
        cluster.join("last", 1);
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(400));
        assertThat(work.accepted(1)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(150));
    }

    /** An operator parks workers, lets them work again, and changes the hand-out. */
    private static void change(Cluster cluster, RandomGenerator random) {
        Actuator actuator = cluster.master().course().actuator();
        List<WorkerConnection> present = cluster.master().core().registry().connections();
        if (present.isEmpty()) {
            return;
        }
        WorkerId some = present.get(random.nextInt(present.size())).entry.id;
        switch (random.nextInt(3)) {
            case 0 -> actuator.park(Set.of(some), "a test");
            case 1 -> actuator.unpark(Set.of(some), "a test");
            default -> {
                PolicyName[] policies = PolicyName.values();
                PolicyName policy = policies[random.nextInt(policies.length)];
                Handout to = new Handout(policy, Weighting.EQUAL, random.nextInt(3), 10 * random.nextInt(2));
                actuator.handOut(to, "a test");
            }
        }
    }

    @SeededTest(runs = 60)
    void shouldAcceptEachUnitOnceWhileWorkersAreParkedAndTheHandoutChanges(RandomGenerator random) {
        Cluster cluster = new Cluster(directory.resolve("run-" + random.nextLong()));
        cluster.terms().active = random.nextInt(3);
        Work work = cluster.work(300, 100, 200)
                .taking(unit -> (1 + unit % 7) * Cluster.MILLI)
                .heavy(random.nextBoolean() ? 300_000 : 10)
                .results(random.nextBoolean() ? Results.each() : Results.atCycleEnd());
        cluster.start(work);
        List<Cluster.Node> nodes = new ArrayList<>();
        for (int first = 0; first < 3; first++) {
            nodes.add(cluster.join("h" + first, 1 + random.nextInt(2)));
        }
        cluster.loop().advance(2 * Cluster.MILLI);
        for (int step = 4 + random.nextInt(12); step >= 0; step--) {
            cluster.loop().advance(random.nextLong(60 * Cluster.MILLI));
            if (random.nextInt(3) == 0) {
                disturb(cluster, nodes, random);
            } else {
                change(cluster, random);
            }
        }
        cluster.join("last", 1);
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(300));
        assertThat(work.accepted(2)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(200));
    }
}
