package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which nothing goes wrong. */
@NoLeaks
class ClusterTest {
    @TempDir
    Path directory;

    private Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster(directory);
    }

    static List<Long> units(long count) {
        return LongStream.range(0, count).boxed().toList();
    }

    private WorkerEntry entry(int number) {
        return cluster.master().core().registry().entries().stream()
                .filter(each -> each.id.number() == number)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldComputeEachUnitOnceWithWorkersThatJoinBeforeTheStart() {
        Work work = cluster.work(1_000);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(units(1_000));
        assertThat(work.calls()).containsExactly("cycle", "endCycle", "complete");
        assertThat(cluster.counters().workersJoined()).isEqualTo(2);
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldGiveSlotsTheWorkThatTheyCanDo() {
        cluster.terms().expectedSlots = 2;
        cluster.start(cluster.work(3_000));
        cluster.join("slow", 1, 4.0);
        cluster.join("fast", 1, 1.0);
        cluster.finishCompletely();
        assertThat(entry(2).acceptedUnits).isGreaterThan(2 * entry(1).acceptedUnits);
    }

    @Test
    void shouldWaitForTheFirstWorker() {
        Work work = cluster.work(10);
        cluster.start(work);
        cluster.loop().advance(30 * Cluster.SECOND);
        assertThat(work.accepted(0)).isEmpty();
        cluster.join("late", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldGiveWorkToAWorkerThatJoinsLate() {
        cluster.start(cluster.work(2_000));
        cluster.join("early", 1);
        cluster.awaitAccepted(200);
        cluster.join("late", 1);
        cluster.finishCompletely();
        assertThat(entry(2).acceptedUnits).isGreaterThan(500);
    }

    @Test
    void shouldRunCyclesOneAfterTheOther() {
        Work work = cluster.work(40, 0, 300, 1);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 2);
        cluster.finishCompletely();
        assertThat(work.calls())
                .containsExactly(
                        "cycle", "endCycle", "cycle", "endCycle", "cycle", "endCycle", "cycle", "endCycle", "complete");
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(units(40));
        assertThat(work.accepted(1)).isEmpty();
        assertThat(work.accepted(2)).containsExactlyInAnyOrderElementsOf(units(300));
        assertThat(cluster.heard().lines())
                .contains("cycle 0 of 40 units", "cycle 1 of 0 units", "cycle 2 of 300 units", "cycle 3 of 1 units");
    }

    @Test
    void shouldEndAtOnceWithoutAnyWork() {
        Work work = cluster.work(0);
        cluster.start(work);
        cluster.finishCompletely();
        assertThat(work.calls()).containsExactly("cycle", "endCycle", "complete");
    }

    @Test
    void shouldKeepResultsUntilNoUnitOfTheCycleIsLeftToCompute() {
        Work work = cluster.work(500, 200).results(Results.atCycleEnd());
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.await(
                "half of the units are computed",
                () -> cluster.master().driver().completedUnits() >= 250);
        assertThat(work.accepted(0)).isEmpty();
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(units(500));
        assertThat(work.accepted(1)).containsExactlyInAnyOrderElementsOf(units(200));
    }

    @Test
    void shouldAccumulateTheResultsOfEachCycleIntoOneValue() {
        Work work = cluster.work(400, 100).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(sum(0, 400), sum(1, 100));
        assertThat(work.accepted(0)).isEmpty();
        assertThat(work.calls())
                .containsExactly("cycle", "accumulated", "endCycle", "cycle", "accumulated", "endCycle", "complete");
    }

    static long sum(long cycle, long units) {
        return LongStream.range(0, units).map(unit -> Work.result(cycle, unit)).sum();
    }

    @Test
    void shouldCopyUnitsThatASlowWorkerHoldsAtTheEndOfTheCycle() {
        cluster.terms().speculation = 20;
        cluster.terms().expectedSlots = 2;
        Work work = cluster.work(100);
        cluster.start(work);
        cluster.join("slow", 1, 20_000.0);
        cluster.join("fast", 1, 1.0);
        cluster.finishCompletely();
        assertThat(cluster.counters().copies()).isPositive();
        assertThat(cluster.counters().copiesWon()).isPositive();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(units(100));
    }

    @Test
    void shouldCopyNothingUnlessAskedTo() {
        cluster.start(cluster.work(100));
        cluster.join("slow", 1, 20_000.0);
        cluster.join("fast", 1, 1.0);
        cluster.finishCompletely();
        assertThat(cluster.counters().copies()).isZero();
    }

    @Test
    void shouldLetLargeResultsComeOneAfterTheOther() {
        cluster.terms().congestion = GrantMode.SERIAL;
        cluster.start(cluster.work(40).padded(100_000));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.finishCompletely();
        Grants.Summary granted = cluster.master().core().grants().summary(0);
        assertThat(granted.results()).isEqualTo(40);
        assertThat(granted.most()).isEqualTo(1);
        assertThat(granted.bytes()).isGreaterThan(40 * 100_000L);
    }

    @Test
    void shouldLetLargeResultsThatWereKeptComeAtTheEndOfTheCycle() {
        cluster.start(cluster.work(30).padded(100_000).results(Results.atCycleEnd()));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertThat(cluster.master().core().grants().summary(0).results()).isEqualTo(30);
    }

    @Test
    void shouldReportWhatWorkersDid() {
        cluster.start(cluster.work(2_000).taking(unit -> 10 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.finishCompletely();
        WorkerEntry entry = entry(1);
        assertThat(entry.acceptedUnits).isEqualTo(2_000);
        assertThat(entry.computeNanos).isEqualTo(2_000 * 10 * Cluster.MILLI);
        assertThat(entry.stats.computeNanos()).isEqualTo(2_000 * 10 * Cluster.MILLI);
        assertThat(entry.stats.units()).isEqualTo(2_000);
        RunProgress.Snapshot end = cluster.master().core().progress().snapshot();
        assertThat(end.finishedInAll()).isEqualTo(2_000);
        assertThat(end.nanos()).isBetween(10 * Cluster.SECOND, 11 * Cluster.SECOND);
        assertThat(entry.counters().messagesReceived()).isPositive();
    }
}
