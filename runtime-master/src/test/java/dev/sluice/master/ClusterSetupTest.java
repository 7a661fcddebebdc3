package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Large setups leave the master one after the other, and no worker waits for a stuck one for long. */
@NoLeaks
class ClusterSetupTest extends ClusterCase {
    private static final long MILLI = Cluster.MILLI;
    private static final int SETUP_BYTES = 1 << 20;

    /** A setup takes a fifth of a second of the master's port. */
    private final VirtualLink.Port port = new VirtualLink.Port(5L << 20);

    /** The hosts in the order in which their setups arrived, with the time [ms]. */
    private final List<String> arrived = new ArrayList<>();

    private long begin;

    private final Map<String, Cluster.Node> nodes = new HashMap<>();

    @BeforeEach
    void begin() {
        cluster.terms().expectedSlots = 4;
    }

    /** A first cycle gives the workers time to join; the second one begins with all of them. */
    private Work start(long units) {
        Work work = cluster.work(2_000, units).taking(unit -> 10 * MILLI).heavy(SETUP_BYTES);
        work.calling(call -> {
            if (call.equals("endCycle") && begin == 0) {
                begin = cluster.loop().nanoTime();
                arrived.clear();
            }
        });
        cluster.start(work);
        return work;
    }

    private void join(Work work, String host, double slowness) {
        Work copy = work.onWorker(slowness).coding(step -> {
            if (step.startsWith("decode setup")) {
                arrived.add(host + "@" + (cluster.loop().nanoTime() - begin) / MILLI);
            }
        });
        Cluster.Node node = cluster.join(host, 1, copy, Cluster.runFile("master"));
        nodes.put(host, node);
        cluster.await(
                "registration of " + host,
                () -> cluster.master().core().registry().entries().stream().anyMatch(entry -> entry.host.equals(host)));
        node.link().through(port);
    }

    private void joinAll(Work work) {
        join(work, "slow", 4);
        join(work, "middle", 2);
        join(work, "fast", 1);
        join(work, "other", 3);
    }

    private void awaitSecondCycle() {
        cluster.await(
                "the second cycle", () -> begin > 0 && cluster.master().course().cycle() == 1);
    }

    private List<String> hosts() {
        return arrived.stream()
                .map(line -> line.substring(0, line.indexOf('@')))
                .toList();
    }

    private static long millis(String line) {
        return Long.parseLong(line.substring(line.indexOf('@') + 1));
    }

    @ParameterizedTest
    @CsvSource({"SS, IN_TURN, true", "GSS, IN_TURN, true", "SS, AT_ONCE, false", "FIXED, IN_TURN, false"})
    void shouldSendLargeSetupsInTurnToTheFastestFirst(PolicyName policy, SetupOrder order, boolean inTurn) {
        cluster.terms().policy = policy;
        cluster.terms().setupOrder = order;
        Work work = start(1_000);
        joinAll(work);
        awaitSecondCycle();
        cluster.finishCompletely();
        work.assertComplete("each");
        if (inTurn) {
            assertThat(hosts()).containsExactly("fast", "middle", "other", "slow");
        } else {
            assertThat(hosts()).startsWith("slow", "middle");
        }
    }

    @Test
    void shouldLetTheFirstComputeWhileOthersWait() {
        Work work = start(1_000);
        joinAll(work);
        awaitSecondCycle();
        cluster.await("the last setup", () -> arrived.size() == 4);
        assertThat(millis(arrived.get(0))).isBetween(190L, 260L);
        assertThat(millis(arrived.get(3))).isBetween(790L, 900L);
        assertThat(work.accepted(1)).hasSizeGreaterThan(50);
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @Test
    void shouldNotWaitForAStuckWorker() {
        Work work = start(500);
        joinAll(work);
        nodes.get("fast").link().clog();
        awaitSecondCycle();
        cluster.await("the other setups", () -> arrived.size() == 3);
        assertThat(hosts()).containsExactly("middle", "other", "slow");
        assertThat(millis(arrived.get(2))).isLessThan(2_500);
        cluster.await("the results", () -> work.accepted(1).size() == 500);
        nodes.get("fast").die();
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "middle", "slow"})
    void shouldLoseNothingWithAWorkerThatDiesBeforeItsSetupArrives(String host) {
        Work work = start(1_000);
        joinAll(work);
        awaitSecondCycle();
        cluster.loop().advance(100 * MILLI);
        nodes.get(host).die();
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(hosts()).hasSize(3).doesNotContain(host);
    }

    @Test
    void shouldSendTheSetupToAWorkerThatReturns() {
        Work work = start(1_000);
        joinAll(work);
        awaitSecondCycle();
        cluster.loop().advance(100 * MILLI);
        nodes.get("slow").link().cut(); // its turn has not come
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(hosts()).containsExactlyInAnyOrder("fast", "middle", "other", "slow");
    }

    @Test
    void shouldSendTheSetupToAWorkerThatJoinsMeanwhile() {
        Work work = start(1_000);
        joinAll(work);
        awaitSecondCycle();
        join(work, "late", 1);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(hosts()).contains("late").hasSize(5);
    }
}
