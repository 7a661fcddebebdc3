package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.failure.BadHosts;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts on which every unit fails at once, beside good ones. */
@NoLeaks
class ClusterBadHostTest extends ClusterCase {
    private static final long UNIT_NANOS = 20 * Cluster.MILLI;

    private final Map<String, Set<Long>> failed = new HashMap<>();
    private final Set<String> bad = new HashSet<>();
    private final Set<String> computed = new HashSet<>();

    @BeforeEach
    void begin() {
        cluster.terms().policy = PolicyName.SS;
    }

    private Work start(String mode, long... cycles) {
        Work work = cluster.work(cycles).taking(unit -> UNIT_NANOS).results(Work.mode(mode));
        cluster.start(work);
        return work;
    }

    private Work copy(Work work, String host) {
        return work.onWorker(1)
                .taking(unit -> bad.contains(host) ? 0 : UNIT_NANOS)
                .computing(unit -> {
                    if (bad.contains(host)) {
                        failed.computeIfAbsent(host, unused -> new HashSet<>()).add(unit);
                        throw new IllegalStateException("No space left on device");
                    }
                    computed.add(host);
                });
    }

    private void join(Work work, String host, int workers) {
        for (int i = 0; i < workers; i++) {
            cluster.join(host, 1, copy(work, host), Cluster.runFile("master"));
        }
    }

    private int failedOn(String host) {
        return failed.getOrDefault(host, Set.of()).size();
    }

    private List<String> news(String host) {
        return cluster.heard().lines().stream()
                .filter(line -> line.startsWith("host " + host) || line.startsWith("the branch"))
                .toList();
    }

    private List<RunView.State> states(String host) {
        return cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals(host))
                .map(WorkerEntry::state)
                .toList();
    }

    @Test
    void shouldProbeTheHostWithOneUnitAndUseItAgainWhenItHasRecovered() {
        bad.add("bad");
        Work work = start("each", 5_000);
        join(work, "bad", 3);
        join(work, "good1", 1);
        join(work, "good2", 1);
        cluster.await("the exclusion", () -> news("bad").size() == 1);
        int before = failedOn("bad");
        cluster.await("a failed probe", () -> news("bad").size() == 2);
        assertThat(news("bad").get(1)).startsWith("host bad is excluded for 20 s: the unit of its probe failed");
        assertThat(failedOn("bad")).as("a probe is one unit").isLessThanOrEqualTo(before + 1);
        bad.clear();
        cluster.await("a probe", () -> news("bad").size() == 3);
        assertThat(news("bad").get(2)).startsWith("host bad takes part again");
        assertThat(states("bad")).containsOnly(RunView.State.CONNECTED);
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    /** Units that fail at once, whatever the depth of the queues. */
    @SeededTest(runs = 20, usually = 8)
    void shouldTryThreeUnitsOnABadHostBesideNineGoodOnes(RandomGenerator random) {
        bad.add("bad");
        PolicyName[] policies = {PolicyName.SS, PolicyName.FIXED, PolicyName.GSS, PolicyName.FAC};
        cluster.terms().policy = policies[random.nextInt(policies.length)];
        cluster.terms().expectedSlots = 12;
        Work work = start("each", 400 + random.nextInt(2_000));
        int first = random.nextInt(9);
        for (int i = 0; i < 9; i++) {
            join(work, "good" + i, 1);
            if (i == first) {
                join(work, "bad", 3);
            }
        }
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(failedOn("bad")).as("units tried there").isBetween(1, BadHosts.MOST_FAILED);
        assertThat(news("bad").get(0)).contains("is excluded for 10 s: 3 units failed there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "drain", "crash"})
    void shouldNotWaitForEverForTheAnswerToAFailure(String what) {
        bad.add("bad");
        Work work = start("each", 600);
        join(work, "good", 2);
        Cluster.Node node = cluster.join("bad", 1, copy(work, "bad"), Cluster.runFile("master"));
        cluster.await("a failure", () -> failedOn("bad") == 1);
        switch (what) { // the answer takes a fifth of a millisecond
            case "cut" -> node.link().cut();
            case "drain" -> node.worker().drain("test");
            default -> node.die();
        }
        bad.clear();
        if (what.equals("cut")) {
            cluster.await("its next unit", () -> computed.contains("bad"));
        }
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @Test
    void shouldGoOnWithoutTwoBadHosts() {
        bad.addAll(Set.of("bad1", "bad2"));
        Work work = start("each", 400);
        join(work, "bad1", 3);
        join(work, "bad2", 3);
        join(work, "good", 2);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(news("bad1")).hasSize(1);
        assertThat(news("bad2")).hasSize(1);
    }

    @Test
    void shouldGiveUnitsUpWithTheirReasonWhenAllHostsAreBad() {
        bad.addAll(Set.of("bad1", "bad2", "bad3"));
        Work work = start("each", 60);
        join(work, "bad1", 2);
        join(work, "bad2", 2);
        join(work, "bad3", 2);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isNotEqualTo(RunEnd.complete().outcome());
        assertThat(cluster.heard().quarantinedUnits()).isNotEmpty();
        assertThat(cluster.heard().quarantinedUnits().get(0).latest().message()).contains("No space left");
        assertThat(news("bad")).isEmpty();
    }

    @Test
    void shouldNeverExcludeTheOnlyHost() {
        Work work = start("each", 60);
        join(work, "bad", 3);
        cluster.awaitAccepted(20);
        bad.add("bad");
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isNotEqualTo(RunEnd.complete().outcome());
        assertThat(news("bad")).isEmpty();
    }

    @Test
    void shouldExcludeABadHostBelowASubMaster() {
        bad.add("bad");
        Work work = start("each", 400);
        cluster.subMaster("s");
        cluster.joinBelow("s", "bad", copy(work, "bad"));
        cluster.joinBelow("s", "good", copy(work, "good"));
        join(work, "top", 1);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(failedOn("bad")).as("units tried there").isLessThanOrEqualTo(BadHosts.MOST_FAILED);
    }

    @Test
    void shouldExcludeABranchOfWhichAllHostsAreBad() {
        bad.add("bad");
        Work work = start("each", 400);
        cluster.subMaster("s");
        cluster.joinBelow("s", "bad", copy(work, "bad"));
        join(work, "top", 2);
        cluster.await("the exclusion", () -> !news("bad").isEmpty());
        assertThat(news("bad").get(0)).startsWith("the branch of");
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @Test
    void shouldTellAWorkerThatReturnsThatItsHostIsExcluded() {
        bad.add("bad");
        Work work = start("each", 600);
        Cluster.Node node = cluster.join("bad", 1, copy(work, "bad"), Cluster.runFile("master"));
        join(work, "bad", 2);
        join(work, "good", 2);
        cluster.await("the exclusion", () -> news("bad").size() == 1);
        node.link().cut();
        cluster.awaitHeard("w1 on bad is back");
        assertThat(states("bad")).containsOnly(RunView.State.PARKED);
        cluster.finishCompletely();
        work.assertComplete("each");
    }
}
