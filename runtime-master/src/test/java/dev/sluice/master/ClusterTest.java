package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.session.SessionCounters;
import dev.sluice.testing.NoLeaks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in which nothing goes wrong. */
@NoLeaks
class ClusterTest extends ClusterCase {
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

    private RunProgress.Snapshot progress() {
        return cluster.master().core().progress().snapshot();
    }

    @Test
    void shouldForetellTheEndOfAllCyclesFromTheLastOnes() {
        long[] units = new long[100];
        Arrays.fill(units, 10);
        cluster.start(cluster.work(units).expecting(100).taking(unit -> 100 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.awaitAccepted(255);
        cluster.loop().advance(Cluster.SECOND);
        RunProgress.Snapshot midway = progress();
        assertThat(midway.cyclesInAll()).isEqualTo(100);
        assertThat(midway.cyclesFinished()).isBetween(25, 29);
        assertThat(midway.share()).isBetween(0.25, 0.3);
        double left = midway.secondsLeft().orElseThrow();
        cluster.finishCompletely();
        assertThat(left).isCloseTo((progress().nanos() - midway.nanos()) / 1e9, within(1.0));
        assertThat(progress().share()).isEqualTo(1);
        assertThat(progress().secondsLeft()).hasValue(0);
    }

    @Test
    void shouldLeaveTheWaitForTheFirstWorkerAndTheFirstCycleOutOfWhatItForetells() {
        long[] units = new long[1_501];
        Arrays.fill(units, 2);
        units[0] = 20;
        cluster.start(cluster.work(units).expecting(units.length).taking(unit -> 200 * Cluster.MILLI));
        cluster.loop().advance(600 * Cluster.SECOND);
        assertThat(progress().cycle()).isZero();
        assertThat(progress().secondsLeft()).isEqualTo(OptionalDouble.empty());
        cluster.join("late", 2);
        cluster.awaitAccepted(10);
        cluster.loop().advance(100 * Cluster.MILLI);
        assertThat(progress().secondsLeft().orElseThrow())
                .as("as the first cycle")
                .isBetween(1_000.0, 4_000.0);
        cluster.awaitAccepted(25);
        cluster.loop().advance(100 * Cluster.MILLI);
        assertThat(progress().cyclesFinished()).isBetween(2, 4);
        assertThat(progress().secondsLeft().orElseThrow()).as("as the next").isBetween(290.0, 400.0);
        cluster.finishCompletely();
    }

    @Test
    void shouldForetellNoEndWhileTheNumberOfCyclesIsUnknown() {
        cluster.start(cluster.work(10, 10, 10));
        cluster.join("a", 1);
        cluster.awaitAccepted(15);
        assertThat(progress().cyclesInAll()).isZero();
        assertThat(progress().secondsLeft()).isEqualTo(OptionalDouble.empty());
        cluster.finishCompletely();
        assertThat(progress().cyclesInAll())
                .as("the last cycle says that it is the last")
                .isEqualTo(3);
    }

    @Test
    void shouldDistrustAnExpectationThatTheCyclesExceed() {
        cluster.start(cluster.work(10, 10, 10, 10).expecting(2));
        cluster.join("a", 1);
        cluster.awaitAccepted(5);
        assertThat(progress().cyclesInAll()).isEqualTo(2);
        cluster.awaitAccepted(25);
        assertThat(progress().cyclesInAll()).isZero();
        cluster.finishCompletely();
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
    void shouldLetLargeResultsComeWithoutGrantsWhenToldTo() {
        cluster.terms().congestion = GrantMode.OFF;
        Work work = cluster.work(30).padded(100_000);
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertThat(cluster.master().core().grants().summary(0).results()).isZero();
        work.assertComplete("each");
    }

    @Test
    void shouldReceiveOneAccumulatedValueFromEachWorker() {
        Work work = cluster.work(20_000).results(Work.mode("sum"));
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.finishCompletely();
        work.assertComplete("sum");
        RunCore core = cluster.master().core();
        SessionCounters application =
                core.traffic().modules(core.registry().entries()).application();
        assertThat(application.bytesReceived()).as("nine bytes of each").isEqualTo(18);
    }

    /** Half of the processor of host b is taken away, and given back: the first chunks of a cycle follow. */
    @ParameterizedTest
    @EnumSource(names = {"AWF", "FIXED"})
    void shouldHalveTheShareOfAHostThatBecomesSlowerAndGiveItBack(PolicyName policy) {
        cluster.terms().policy = policy;
        cluster.terms().weighting = Weighting.MEASURED;
        cluster.terms().expectedSlots = 2;
        long[] cycles = new long[12];
        Arrays.fill(cycles, 40);
        Work work = cluster.work(cycles).taking(unit -> 100 * Cluster.MILLI);
        cluster.start(work);
        List<Double> shares = new ArrayList<>();
        cluster.join("a", 1);
        cluster.join(
                "b",
                1,
                work.onWorker(1).taking(unit -> {
                    int cycle = work.cyclesBegun() - 1;
                    return (cycle >= 4 && cycle < 8 ? 200 : 100) * Cluster.MILLI;
                }),
                Cluster.runFile("master"));
        for (int cycle = 1; cycle <= cycles.length; cycle++) {
            long before = acceptedOf(2);
            cluster.awaitAccepted(40L * cycle);
            shares.add((acceptedOf(2) - before) / 40.0);
        }
        cluster.finishCompletely();
        // Each change is noticed while the first cycle after it is computed.
        assertThat(shares.subList(1, 4)).allSatisfy(share -> assertThat(share).isBetween(0.45, 0.55));
        assertThat(shares.subList(5, 8)).allSatisfy(share -> assertThat(share).isBetween(0.28, 0.38));
        assertThat(shares.subList(9, 12)).allSatisfy(share -> assertThat(share).isBetween(0.45, 0.55));
    }

    private long acceptedOf(int worker) {
        return cluster.master().core().registry().entries().stream()
                .filter(each -> each.id.number() == worker)
                .mapToLong(each -> each.acceptedUnits)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldSayThatSlotsComputeMostOfTheTimeWhenUnitsAreLong(String mode) {
        cluster.start(cluster.work(60, 60).taking(unit -> 150 * Cluster.MILLI).results(Work.mode(mode)));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.finishCompletely();
        RunLedger.Summary ledger = ledger();
        assertThat(ledger.times().of(Cause.COMPUTE)).isCloseTo(120 * 150 * Cluster.MILLI, within(Cluster.MILLI));
        assertThat(ledger.times().of(Cause.COMPUTE)).isGreaterThan(ledger.slotNanos() / 10 * 8);
    }

    @Test
    void shouldSayThatNoWorkIsLeftForSlotsThatAreTooMany() {
        cluster.start(cluster.work(2).taking(unit -> 6 * Cluster.SECOND));
        cluster.join("a", 4);
        cluster.join("b", 4);
        cluster.finishCompletely();
        RunLedger.Summary ledger = ledger();
        assertThat(ledger.times().of(Cause.NO_WORK)).isGreaterThan(ledger.slotNanos() / 2);
    }

    /** The ledger of the run, whose causes add up. */
    private RunLedger.Summary ledger() {
        RunCore core = cluster.master().core();
        RunLedger.Summary ledger = core.ledger().summary(core.progress().endNanos());
        assertThat(ledger.times().total()).isEqualTo(ledger.slotNanos());
        assertThat(ledger.slotNanos()).isPositive();
        return ledger;
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
