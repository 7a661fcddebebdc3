package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Verdict;
import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Cycles whose units are added while they run, by the application and by its source. */
@NoLeaks
class ClusterOpenCycleTest extends ResumedCluster {
    @ParameterizedTest
    @CsvSource({"each, 20, 0", "each, 0, 30", "each, 20, 30", "end, 20, 30", "sum, 0, 30", "each, 0, 0"})
    void shouldComputeAddedUnitsInEveryMode(String mode, long adders, long ofSource) {
        open("mode");
        Work work = cluster.work(40, 0, 7).growing(adders, ofSource).results(Work.mode(mode));
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete(mode);
        assertThat(work.problems()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeAddedUnitsUnderEveryPolicy(PolicyName policy) {
        open("policy");
        cluster.terms().policy = policy;
        Work work = cluster.work(40).growing(20, 30);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
    }

    @Test
    void shouldComputeAddedUnitsBelowASubMaster() {
        open("tree");
        Work work = cluster.work(40, 3).growing(20, 30);
        cluster.start(work);
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        cluster.join("a", 2, work.onWorker(1), Cluster.runFile("sub"));
        cluster.join("b", 1, work.onWorker(1), Cluster.runFile("sub"));
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        assertThat(work.problems()).isEmpty();
    }

    @Test
    void shouldAskTheSourceOnlyAsFarAheadAsSlotsNeed() {
        open("ahead");
        List<String> calls = new ArrayList<>();
        Work work = cluster.work(0).growing(0, 1_000_000).taking(unit -> Cluster.SECOND);
        work.calling(calls::add);
        cluster.start(work);
        cluster.loop().advance(10 * Cluster.SECOND);
        assertThat(calls).as("without a worker").noneMatch(call -> call.startsWith("more"));
        cluster.join("a", 2);
        cluster.loop().advance(10 * Cluster.SECOND);
        long given = cluster.master().core().progress().snapshot().units();
        assertThat(given).isBetween(20L, 40L);
        cluster.crash();
    }

    @Test
    void shouldSayAtOnceThatAUnitHasNoResult() {
        open("missing");
        cluster.terms().keepGoing = true;
        Work work = cluster.work(1).growing(0, 300).computing(unit -> {
            if (unit == 0) {
                throw new IllegalStateException("no result");
            }
        });
        List<Integer> accepted = new ArrayList<>();
        work.calling(call -> {
            if (call.startsWith("missing")) {
                accepted.add(work.accepted(0).size());
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.calls()).containsExactly("cycle", "missing 0:0", "endCycle", "complete");
        assertThat(accepted).singleElement().satisfies(units -> assertThat(units).isLessThan(300));
    }

    @Test
    void shouldDropWhatIsLeftWhenTheApplicationHasEnough() {
        open("enough");
        Work work = cluster.work(10).growing(0, 1_000_000).decide(5, Verdict.CYCLE_COMPLETE);
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.calls()).containsExactly("cycle", "endCycle", "complete");
    }

    @Test
    void shouldFailWithWhatTheSourceThrows() {
        open("throws");
        Work work = cluster.work(1).growing(0, 9).calling(call -> {
            if (call.equals("more 3")) {
                throw new IllegalStateException("no queue");
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        RunEnd end = cluster.finish();
        assertThat(end.text()).contains("more threw java.lang.IllegalStateException: no queue");
        assertThat(end.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
    }

    /** Masters die at any moment; each time another goes on with what the journal has. */
    @SeededTest(runs = 60)
    void shouldGiveEachUnitOnceThoughMastersDie(RandomGenerator random) {
        open("resumed-" + random.nextLong());
        worth = random.nextBoolean() ? WorthKeeping.ALL : new WorthKeeping(1e12);
        long ofSource = random.nextInt(3) * 20L;
        Work work = work(30, 5).growing(25, ofSource);
        begin(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        for (int deaths = 1 + random.nextInt(4); deaths > 0 && cluster.heard().end() == null; deaths--) {
            cluster.loop().advance(random.nextLong(60 * Cluster.MILLI));
            if (cluster.heard().end() == null) {
                work = work(30, 5).growing(25, ofSource);
                killAndResume(work);
            }
        }
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        assertThat(work.problems()).isEmpty();
    }

    @Test
    void shouldRefuseAJournalOfACycleThatWasNotOpen() {
        open("other");
        begin(work(30));
        cluster.join("a", 1);
        cluster.awaitAccepted(3);
        killAndResume(work(30).growing(1, 0));
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.RESUMED_SETUP_DIFFERS);
    }
}
