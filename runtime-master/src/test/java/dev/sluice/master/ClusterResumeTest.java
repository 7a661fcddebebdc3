package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Masters that die, and others that take their run over from the journal. */
@NoLeaks
class ClusterResumeTest extends ResumedCluster {
    @Test
    void shouldComputeNoUnitAgainThatAWorkerHoldsOrTheJournalHas() {
        open("adopted");
        begin(work(200));
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.awaitAccepted(60);
        Work again = work(200);
        killAndResume(again);
        assertThat(known(0).size()).isBetween(60L, 199L);

        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());

        again.assertComplete("each");
        assertThat(computed)
                .hasSize(200)
                .allSatisfy(
                        (unit, times) -> assertThat(times).as("unit %s", unit).isEqualTo(1));
        assertThat(cluster.counters().accepted()).isEqualTo(200 - known(0).size());
    }

    /**
     * The next master knows the command's number of workers at work, and none of the changes that operators asked for.
     */
    @Test
    void shouldParkTheWorkersThatAreNotNeededAfterATakeover() {
        open("parked");
        cluster.terms().active = 1;
        begin(work(400));
        cluster.join("a", 1);
        cluster.awaitHeard("w1 on a joined");
        cluster.join("b", 1);
        cluster.awaitAccepted(60);
        assertThat(cluster.master().driver().parkedSlots()).isEqualTo(1);
        Work again = work(400);
        killAndResume(again);
        cluster.await(
                "both workers",
                () -> cluster.master().core().registry().connections().size() == 2);
        assertThat(cluster.master().driver().activeSlots()).isEqualTo(1);
        assertThat(cluster.master().driver().parkedSlots()).isEqualTo(1);

        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());

        again.assertComplete("each");
        assertThat(computed).hasSize(400);
    }

    /** The next master tunes the number of workers anew. Setups take a quarter of a second each. */
    @Test
    void shouldLetParkedWorkersWorkAfterATakeoverOfATunedRun() {
        open("tuned");
        Cluster.Site site = new Cluster.Site(Cluster.MILLI / 10, new VirtualLink.Port(4 << 20));
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> Cluster.MILLI);
        cluster.terms().policy = PolicyName.SS;
        cluster.terms().tuned = new TuningTerms(RuntimeCosts.NONE, 1_000, beside, null, List.of());
        begin(heavy());
        for (int host = 0; host < 8; host++) {
            cluster.place("h" + host, site);
            cluster.join("h" + host, 1);
        }
        cluster.await("parked workers", () -> cluster.master().driver().parkedSlots() > 0);
        Work again = heavy();
        killAndResume(again);
        cluster.await("all workers", () -> cluster.master().driver().activeSlots() == 8);

        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
    }

    private Work heavy() {
        long[] cycles = new long[12];
        Arrays.fill(cycles, 200);
        return cluster.work(cycles).taking(unit -> 20 * Cluster.MILLI).heavy(1 << 20);
    }

    /** A slot that waits for the answer to its failure is not left waiting by the next master. */
    @SeededTest(runs = 20)
    void shouldGoOnWithSlotsThatWaitForAnAnswerOfTheMasterThatDied(RandomGenerator random) {
        open("waiting");
        Set<Long> failing = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            failing.add(random.nextLong(200));
        }
        Set<Long> failed = new HashSet<>();
        Work first = failing(work(200), failing, failed);
        begin(first);
        cluster.join("a", 1 + random.nextInt(2));
        cluster.join("b", 1);
        for (int failures = 1; failures <= 2; failures++) {
            int most = Math.min(failures, failing.size());
            cluster.await("a failure", () -> failed.size() >= most);
            Work again = failing(work(200), failing, failed);
            killAndResume(again);
            first = again;
        }
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        first.assertComplete("each");
        assertThat(failed).isEqualTo(failing);
    }

    /** The worker computes what it holds, and looks for a master for longer than it would without a journal. */
    @Test
    void shouldTakeAWorkerThatWaitedForItsNextMaster() {
        open("orphan");
        orphanNanos = 900 * Cluster.SECOND;
        begin(work(200));
        Cluster.Node waits = cluster.join("a", 2);
        cluster.awaitAccepted(60);
        run.close();
        cluster.crash();
        cluster.loop().advance(600 * Cluster.SECOND);
        assertThat(waits.worker().hasFinished()).isFalse();
        Work again = work(200);
        resume(again);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
        assertThat(computed)
                .allSatisfy(
                        (unit, times) -> assertThat(times).as("unit %s", unit).isEqualTo(1));
    }

    @Test
    void shouldEndAWorkerForWhichNoMasterCame() {
        open("alone");
        begin(work(200));
        Cluster.Node waits = cluster.join("a", 2);
        cluster.awaitAccepted(60);
        run.close();
        cluster.crash();
        cluster.loop().advance(ORPHAN_NANOS + 10 * Cluster.SECOND);
        assertThat(waits.worker().hasFinished()).isTrue();
        assertThat(waits.worker().code()).isEqualTo(ErrorCode.CONNECT_FAILED);
    }

    @Test
    void shouldComputeOnlyTheRestWithOtherWorkers() {
        open("others");
        begin(work(200));
        Cluster.Node lost = cluster.join("a", 2);
        cluster.awaitAccepted(60);
        lost.die();
        Work again = work(200);
        killAndResume(again);
        Map<Long, Integer> before = Map.copyOf(computed);
        cluster.join("b", 2);

        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());

        again.assertComplete("each");
        known(0).forEach((from, to) -> {
            for (long unit = from; unit < to; unit++) {
                assertThat(computed.get(unit)).as("unit %s", unit).isEqualTo(before.get(unit));
            }
        });
    }

    @Test
    void shouldAcceptTheResultsOfEarlierMastersBeforeAllOthersInTheirOrder() {
        open("order");
        Work first = work(150);
        begin(first);
        cluster.join("a", 2);
        cluster.awaitAccepted(80);
        List<Long> order = List.copyOf(first.accepted(0));
        Work again = work(150);
        killAndResume(again);
        cluster.finish();
        assertThat(again.accepted(0)).startsWith(order.toArray(Long[]::new)).hasSize(150);
    }

    @Test
    void shouldComputeAgainWhatTheJournalCannotGive() {
        open("garbage");
        begin(work(60, 30));
        Peer peer = cluster.scripted();
        peer.register("hostile", 2, 1_001);
        cluster.join("a", 1);
        cluster.awaitHeard("w2 on a joined");
        GarbageSender garbage = new GarbageSender(peer, Work.mode("each"));
        cluster.await("units", garbage::hasUnits);
        garbage.send();
        cluster.await("a refusal", garbage::isRefused);
        Work again = work(60, 30);
        killAndResume(again);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
    }

    @Test
    void shouldGoOnAfterTheOperatorStoppedTheRun() {
        open("stopped");
        begin(work(200));
        cluster.join("a", 2);
        cluster.awaitAccepted(60);
        cluster.master().course().stop(130);
        cluster.finish();
        run.close();
        Work again = work(200);
        resume(again);
        cluster.join("b", 2);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
    }

    @Test
    void shouldTakeAWorkerThatComesBackUnderTheNumberOfAnotherForNew() {
        open("numbers");
        begin(work(300));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.awaitAccepted(40);
        killAndResume(work(300));
        cluster.finish();
        assertThat(cluster.heard().lines())
                .contains("w1 on a joined", "w2 on b joined")
                .noneMatch(line -> line.endsWith("is back"));
    }

    @Test
    void shouldRestoreTheLastStateAndReplayOnlyWhatCameAfterIt() {
        open("checkpoint");
        long[] cycles = {120, 120, 120};
        begin(work(cycles).padded(16_000).keeping());
        cluster.join("a", 2);
        cluster.awaitAccepted(290);
        Work again = work(cycles).padded(16_000).keeping();
        killAndResume(again);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(again.restored()).isEqualTo(2);
        assertThat(run.recovered().orElseThrow().checkpoint()).hasValueSatisfying(checkpoint -> {
            assertThat(checkpoint.cycle()).isEqualTo(1);
            assertThat(checkpoint.closed()).isTrue();
        });
        again.assertComplete("each");
    }

    /** The journal has both results of a unit, of which the first was refused when the application decoded it. */
    @ParameterizedTest
    @CsvSource({"each, false", "each, true", "sum, false", "end, false"})
    void shouldTakeOverAfterResultsThatWereRefusedAndComputedAgain(String mode, boolean keeping) {
        open("refused");
        begin(refusing(mode, keeping));
        Peer peer = cluster.scripted();
        peer.register("hostile", 1, 1_001);
        GarbageSender garbage = new GarbageSender(peer, Work.mode(mode));
        cluster.await("units", garbage::hasUnits);
        cluster.join("honest", 1);
        cluster.awaitHeard("w2 on honest joined");
        garbage.send();
        cluster.await("a refusal", garbage::isRefused);
        cluster.await("the last cycle", () -> cluster.master().course().cycle() == 1);
        Work again = refusing(mode, keeping);
        killAndResume(again);
        assertThat(run.recovered().orElseThrow().checkpoint().isPresent()).isEqualTo(keeping);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete(mode);
    }

    private Work refusing(String mode, boolean keeping) {
        Work work = work(90, 60).results(Work.mode(mode)).padded(keeping ? 40_000 : 10);
        return keeping ? work.keeping() : work;
    }

    /** The state has the totals of cycles alone, because no unit is accepted by itself. */
    @Test
    void shouldRestoreTotalsAndReplayOnlyThoseThatCameAfterThem() {
        open("totals");
        long[] cycles = LongStream.generate(() -> 5).limit(80).toArray();
        begin(totalling(cycles));
        cluster.join("a", 2);
        cluster.await("the last cycle", () -> cluster.master().course().cycle() == 79);
        Work again = totalling(cycles);
        killAndResume(again);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());

        assertThat(again.restored()).isPositive();
        assertThat(again.calls().stream().filter("accumulated"::equals))
                .as("totals that came after the state")
                .hasSize(cycles.length - again.restored());
        again.assertComplete("sum");
    }

    private Work totalling(long... cycles) {
        return work(cycles).results(Work.mode("sum")).padded(20_000).keeping();
    }

    /** The worker offers the total of the cycle before to a master that wants that of the next. */
    @Test
    void shouldNotWaitForALargeTotalThatItsPredecessorAccepted() {
        open("large-totals");
        long[] cycles = {12, 12, 12};
        begin(work(cycles).results(Work.mode("sum")).padded(600_000));
        cluster.join("a", 2);
        cluster.await("the last cycle", () -> cluster.master().course().cycle() == 2);
        Work again = work(cycles).results(Work.mode("sum")).padded(600_000);
        killAndResume(again);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("sum");
    }

    @Test
    void shouldNotTryAgainUnitsThatWereGivenUpInACycleThatEnded() {
        open("missing");
        cluster.terms().keepGoing = true;
        Work first = failing(50, 80);
        begin(first);
        cluster.join("a", 1);
        cluster.awaitAccepted(49 + 20);
        Work again = failing(50, 80);
        killAndResume(again);
        assertThat(cluster.finish().outcome()).isEqualTo(RunEnd.Outcome.COMPLETE);
        assertThat(again.calls()).contains("missing 0:7");
        assertThat(again.accepted(0)).hasSize(49).doesNotContain(7L);
        assertThat(again.accepted(1)).hasSize(79);
    }

    private Work failing(long... cycles) {
        return cluster.work(cycles).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("unit 7");
            }
        });
    }

    @SeededTest(runs = 20)
    void shouldComputeWhatWasNotCommittedAgain(RandomGenerator random) {
        open("tail-" + random.nextLong());
        begin(work(150));
        cluster.join("a", 2);
        cluster.awaitAccepted(20 + random.nextInt(60));
        Set<Long> safe = new HashSet<>();
        run.close(); // from here on, nothing is committed
        cluster.afterEachTask(() -> {});
        cluster.loop().advance(random.nextLong(20 * Cluster.MILLI));
        Work again = work(150);
        cluster.crash();
        resume(again);
        cluster.afterEachTask(() -> run.await(run.position(), troubles::areAny));
        known(0).forEach((from, to) -> {
            for (long unit = from; unit < to; unit++) {
                safe.add(unit);
            }
        });
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
        assertThat(computed)
                .allSatisfy((unit, times) -> assertThat(times)
                        .as("unit %s, in the journal: %s", unit, safe.contains(unit))
                        .isEqualTo(1)); // the worker still had what was not committed
        run.close();
    }
}
