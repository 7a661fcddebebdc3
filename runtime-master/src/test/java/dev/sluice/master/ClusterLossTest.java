package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that die, fall silent, come back, or say what they must not. */
@NoLeaks
class ClusterLossTest extends ClusterCase {
    @Test
    void shouldReassignChunksOfALostWorker() {
        Work work = cluster.work(400);
        cluster.start(work);
        Cluster.Node lost = cluster.join("lost", 2);
        cluster.join("stays", 1);
        cluster.awaitAccepted(50);
        lost.die();
        cluster.finishCompletely();
        assertThat(cluster.heard().lines()).contains("w1 on lost left: " + ErrorCode.CONNECTION_LOST);
        assertThat(cluster.counters().reassigned()).isPositive();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(400));
    }

    @Test
    void shouldReassignAtOnceWhenTheProcessIsKnownToBeDead() {
        cluster.start(cluster.work(400));
        Cluster.Node lost = cluster.join("lost", 2);
        cluster.join("stays", 1);
        cluster.awaitAccepted(50);
        cluster.master().processDied("lost", 1);
        lost.die();
        cluster.finishCompletely();
        assertThat(cluster.counters().reassigned()).isPositive();
        assertThat(cluster.master().core().registry().byProcess("lost", 1)).isNull();
    }

    @Test
    void shouldWaitForAnotherWorkerWhenTheOnlyOneIsLost() {
        cluster.start(cluster.work(200));
        Cluster.Node lost = cluster.join("lost", 1);
        cluster.awaitAccepted(20);
        lost.die();
        cluster.awaitHeard("no worker is left");
        cluster.join("other", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldTakeAWorkerBackWhoseConnectionBrokeWithWhatItHolds() {
        Work work = cluster.work(400);
        cluster.start(work);
        Cluster.Node node = cluster.join("away", 2);
        cluster.awaitAccepted(50);
        node.link().cut();
        cluster.awaitHeard("w1 on away is back");
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(cluster.heard().lines()).containsOnlyOnce("w1 on away left: " + ErrorCode.CONNECTION_LOST);
    }

    @Test
    void shouldLoseAWorkerThatIsSilentForLongerThanItsLease() {
        cluster.start(cluster.work(30_000));
        Cluster.Node silent = cluster.join("silent", 1);
        cluster.join("stays", 1);
        cluster.awaitAccepted(50);
        silent.link().hold();
        cluster.awaitHeard("w1 on silent left: " + ErrorCode.LEASE_EXPIRED);
        assertThat(cluster.counters().workersLost()).isEqualTo(1);
        cluster.finishCompletely();
        assertThat(cluster.counters().reassigned()).isPositive();
    }

    /** The usual lease would lose the worker after six seconds. */
    @ParameterizedTest
    @ValueSource(strings = {"master", "sub"})
    void shouldWaitForASilentWorkerAsLongAsItsLeaseLasts(String at) {
        cluster.terms().leaseNanos = 60 * Cluster.SECOND;
        Work work = cluster.work(200).taking(unit -> Cluster.SECOND);
        cluster.start(work);
        SubNode sub = serving("sub");
        Cluster.Node silent = cluster.join("silent", 1, work.onWorker(1), Cluster.runFile(at));
        cluster.join("stays", 1, work.onWorker(1), Cluster.runFile(at));
        cluster.awaitAccepted(20);
        silent.link().hold();
        cluster.loop().advance(20 * Cluster.SECOND);
        MasterLoop above = at.equals("sub") ? sub.master() : cluster.master();
        assertThat(above.driver().counters().workersJoined()).isEqualTo(at.equals("sub") ? 2 : 3);
        assertThat(above.driver().counters().workersLost()).isZero();
        cluster.finishCompletely();
    }

    @Test
    void shouldDialAgainIfARegistrationIsNotAnswered() {
        cluster.start(cluster.work(30_000));
        cluster.join("stays", 1);
        cluster.awaitAccepted(50);
        Cluster.Node unheard = cluster.join("unheard", 1);
        cluster.await("its connection", unheard::hasDialled);
        VirtualLink first = unheard.link();
        first.hold();
        cluster.await("another connection", () -> unheard.link() != first);
        cluster.finishCompletely();
        assertThat(unheard.worker().hasFinished()).isTrue();
        assertThat(unheard.worker().code()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void shouldNeverLoseAWorkerInTheSameProcess() {
        cluster.start(cluster.work(30_000));
        Cluster.Node here = cluster.join("here", 1);
        cluster.awaitAccepted(50);
        here.link().joinWithinOneProcess();
        here.link().hold();
        long until = cluster.loop().nanoTime() + 60_000_000_000L; // ten leases
        cluster.await("the standstill is over", () -> cluster.loop().nanoTime() > until);
        here.link().release();
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldRefuseResultsThatAReturningWorkerHasAndOthersHaveGiven() {
        cluster.start(cluster.work(3_000));
        Cluster.Node away = cluster.join("away", 1);
        cluster.join("stays", 1);
        cluster.awaitAccepted(100);
        cluster.deafen("master");
        away.link().cut();
        cluster.await("all is computed", () -> cluster.heard().end() != null);
        cluster.finishCompletely();
        assertThat(away.worker().hasFinished()).isTrue();
    }

    // ---- sessions that the test drives

    private static Results results(long sequence, long assigned, ResultRun run, Payload bytes) {
        return new Results(0, sequence, assigned, 0, Results.Form.EACH, List.of(run), 0, RunAges.UNKNOWN, bytes);
    }

    private static ResultRun run(AttemptRun run, long first, int units) {
        return ResultRun.of(run.attemptOf(first), run.nonce(), first, units, 1_000, 0);
    }

    private static HeldUnits held(AttemptRun run, long first, long units) {
        return new HeldUnits(run.attemptOf(first), run.nonce(), first, units);
    }

    @Test
    void shouldRefuseALateResultOfUnitsThatWereHandedBack() {
        cluster.start(cluster.work(60).taking(unit -> 50 * Cluster.MILLI));
        Peer late = registered("late", 77);
        cluster.await("units", () -> late.has(Assign.class));
        AttemptRun given = late.first(Assign.class).run();
        late.send(new Leaving("to be asked no more"));
        late.send(new HandedBack(0, List.of(held(given, given.firstUnit(), given.units()))));
        cluster.join("other", 1);
        cluster.awaitAccepted(given.units());
        int units = (int) Math.min(2, given.chunkUnits());
        late.send(results(1, 1, run(given, given.firstUnit(), units), Peer.results(0, given.firstUnit(), units)));
        cluster.loop().advance(Cluster.SECOND);
        late.send(new Goodbye(ErrorCode.NONE, "left"));
        cluster.finishCompletely();
        assertThat(cluster.counters().duplicates()
                        + cluster.counters().stale()
                        + cluster.counters().notOwner())
                .isEqualTo(units);
    }

    @Test
    void shouldRefuseResultsWithANonceThatNobodyGave() {
        cluster.start(cluster.work(20));
        Peer liar = registered("liar", 77);
        cluster.await("units", () -> liar.has(Assign.class));
        AttemptRun given = liar.first(Assign.class).run();
        ResultRun forged =
                ResultRun.of(given.attemptOf(given.firstUnit()), given.nonce() + 1, given.firstUnit(), 1, 1_000, 0);
        liar.send(results(1, 1, forged, Peer.results(0, given.firstUnit(), 1)));
        cluster.loop().advance(Cluster.SECOND);
        assertThat(cluster.counters().accepted()).isZero();
        liar.send(new Goodbye(ErrorCode.NONE, "left"));
        cluster.join("honest", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldEndTheSessionOfAWorkerWhoseResultsAreCutShort() {
        cluster.start(cluster.work(20));
        Peer broken = registered("broken", 77);
        cluster.await("units", () -> broken.has(Assign.class));
        AttemptRun given = broken.first(Assign.class).run();
        broken.send(results(1, 1, run(given, given.firstUnit(), 1), Payload.empty()));
        cluster.await("the refusal", broken::isClosed);
        assertThat(broken.first(Problem.class).code()).isEqualTo(ErrorCode.MALFORMED);
        assertThat(broken.first(Problem.class).text()).contains("expected: 1 values");
        cluster.join("whole", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldEndTheSessionOfAWorkerThatHoldsOtherUnitsThanTheMasterCounts() {
        cluster.start(cluster.work(20));
        Peer peer = registered("confused", 77);
        cluster.await("units", () -> peer.has(Assign.class));
        for (int beat = 1; beat <= 4 && !peer.isClosed(); beat++) {
            long assigned = peer.received(Assign.class).size();
            peer.send(new WorkerBeat(beat, assigned, 0, 1_000, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()));
            cluster.loop().advance(Cluster.SECOND);
        }
        cluster.await("the refusal", peer::isClosed);
        assertThat(peer.first(Problem.class).code()).isEqualTo(ErrorCode.HELD_MISMATCH);
        cluster.join("clear", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldRefuseUnitsBeforeARegistration() {
        cluster.start(cluster.work(5));
        Peer eager = cluster.scripted();
        eager.send(new Leaving("before I came"));
        cluster.await("the refusal", eager::isClosed);
        assertThat(eager.first(Problem.class).code()).isEqualTo(ErrorCode.UNEXPECTED_MESSAGE);
        cluster.join("a", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldRefuseAFetchOfAJarThatTheRunDoesNotHave() {
        cluster.start(cluster.work(5));
        Peer peer = registered("curious", 77);
        peer.send(new Fetch("0".repeat(64), 0, 100));
        cluster.await("the refusal", peer::isClosed);
        assertThat(peer.first(Problem.class).text()).contains("a jar");
        cluster.join("a", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldReplaceTheSessionOfAWorkerThatRegistersAgain() {
        cluster.start(cluster.work(20));
        Peer first = registered("twice", 77);
        Peer second = registered("twice", 77);
        cluster.await("the first session ends", first::isClosed);
        assertThat(second.first(Registered.class).worker())
                .isEqualTo(first.first(Registered.class).worker());
        assertThat(cluster.heard().lines()).contains("w1 on twice is back");
        second.send(new Goodbye(ErrorCode.NONE, "left"));
        cluster.join("a", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldRefuseAWorkerWhenTheRunIsOver() {
        cluster.start(cluster.work(5));
        cluster.join("a", 1);
        cluster.await("the end", () -> cluster.heard().lines().contains("ending"));
        Peer late = cluster.scripted();
        late.register("late", 1, 77);
        cluster.await("the answer", late::isClosed);
        assertThat(late.first(Goodbye.class).text()).isEqualTo("the run is over");
        assertThat(late.has(Registered.class)).isFalse();
        cluster.finishCompletely();
    }

    @Test
    void shouldEndAWorkerThatCameToAnotherRun() {
        Work work = cluster.work(30);
        cluster.start(work);
        Cluster.Node stray =
                cluster.join("stray", 1, work.onWorker(1), Cluster.runFile("master", new RunId("another-run")));
        cluster.await("its end", () -> stray.worker().hasFinished());
        assertThat(stray.worker().code()).isEqualTo(ErrorCode.RUN_MISMATCH);
        assertThat(stray.worker().words()).contains("another-run");
        cluster.join("a", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldGiveUpAWorkerThatFindsNoMaster() {
        cluster.start(cluster.work(30));
        Cluster.Node lost = cluster.join("lost", 1, cluster.work(30), Cluster.runFile("nowhere"));
        cluster.await("its end", () -> lost.worker().hasFinished());
        assertThat(lost.worker().code()).isEqualTo(ErrorCode.CONNECT_FAILED);
        cluster.join("a", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldDismissAWorkerThatDoesNotAnswerTheEndOfTheRun() {
        cluster.start(cluster.work(5));
        Peer mute = registered("mute", 77);
        cluster.loop().advance(Cluster.SECOND);
        mute.send(new Leaving("but I stay"));
        for (Assign given : mute.received(Assign.class)) {
            mute.send(new HandedBack(0, List.of(held(given.run(), given.firstUnit(), given.units()))));
        }
        cluster.join("a", 1);
        cluster.await("the end", () -> mute.has(Drain.class));
        cluster.finishCompletely();
        assertThat(mute.first(Goodbye.class).text()).isEqualTo("the run is over");
        assertThat(mute.received(MasterBeat.class)).isNotEmpty();
    }
}
