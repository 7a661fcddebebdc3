package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.testing.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that move between the masters of a run, and sub-masters that are removed, while the run goes on. */
@NoLeaks
class ClusterMoveTest extends ClusterCase {
    private final AtomicInteger computed = new AtomicInteger();
    private final List<String> setups = new ArrayList<>();

    @BeforeEach
    void begin() {
        cluster.terms().policy = PolicyName.SS;
    }

    private Work start(String mode, long... cycles) {
        return startHeavy(mode, 0, cycles);
    }

    private Work startHeavy(String mode, int setupBytes, long... cycles) {
        Work work = cluster.work(cycles)
                .taking(unit -> 10 * Cluster.MILLI)
                .results(Work.mode(mode))
                .heavy(setupBytes)
                .computing(unit -> computed.incrementAndGet());
        cluster.start(work);
        return work;
    }

    private Cluster.Node join(Work work, String host, String parent) {
        Work copy = work.onWorker(1).coding(step -> {
            if (step.startsWith("decode setup")) {
                setups.add(host);
            }
        });
        return cluster.join(host, 2, copy, Cluster.runFile(parent));
    }

    private void awaitComputed(int units) {
        cluster.await("units computed: " + units, () -> computed.get() >= units);
    }

    private SteerAnswer move(String to, String... workers) {
        return cluster.master().course().mover().apply(SteerWorkers.move(List.of(workers), to), "a test");
    }

    private static boolean has(MasterLoop master, String host) {
        return master.core().registry().connections().stream()
                .anyMatch(connection -> connection.entry.host.equals(host) && !connection.entry.leaving);
    }

    private void awaitAt(MasterLoop master, String host) {
        cluster.await(host + " is there", () -> has(master, host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldMoveAWorkerBelowASubMasterAndComputeNothingTwice(String mode) {
        Work work = start(mode, 600, 100);
        SubNode sub = serving("sub");
        join(work, "a", "master");
        join(work, "b", "master");
        awaitComputed(100);
        assertThat(move("sub", "a").changed()).containsExactly("w2 on a");
        awaitAt(sub.master(), "a");
        awaitComputed(300);
        assertThat(accepted(sub.master(), "a") + sub.master().driver().completedUnits())
                .isPositive();
        cluster.finishCompletely();
        work.assertComplete(mode);
        assertThat(computed).hasValue(700);
        assertThat(cluster.counters().workersLost()).isZero();
        assertThat(decided()).contains("w2 on a moves to w1 on sub");
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldMoveAWorkerBackToTheMaster(String mode) {
        Work work = start(mode, 2_000);
        SubNode sub = serving("sub");
        join(work, "a", "sub");
        join(work, "b", "sub");
        awaitComputed(100);
        cluster.await(
                "the report of a", () -> !move("master", "w1/w1").changed().isEmpty());
        awaitAt(cluster.master(), "a");
        assertThat(has(sub.master(), "b")).isTrue();
        cluster.finishCompletely();
        work.assertComplete(mode);
        assertThat(computed).hasValue(2_000);
        assertThat(accepted(cluster.master(), "a")).isPositive();
    }

    @Test
    void shouldMoveAWorkerFromOneSubMasterToAnother() {
        Work work = start("each", 2_000);
        SubNode one = serving("one");
        SubNode other = serving("other");
        join(work, "a", "one");
        join(work, "b", "one");
        awaitComputed(100);
        cluster.await("the report of a", () -> !move("other", "a").changed().isEmpty());
        awaitAt(other.master(), "a");
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(computed).hasValue(2_000);
        assertThat(accepted(one.master(), "b")).isPositive();
        assertThat(accepted(other.master(), "a")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldRemoveASubMasterAndKeepItsWorkers(String mode) {
        Work work = start(mode, 600, 100);
        SubNode sub = serving("sub");
        join(work, "a", "sub");
        join(work, "b", "sub");
        awaitComputed(100);
        assertThat(move("", "sub").changed()).containsExactly("w1 on sub");
        cluster.await("its end", sub::hasEnded);
        assertThat(cluster.heard().end()).as("the run goes on").isNull();
        awaitAt(cluster.master(), "a");
        awaitAt(cluster.master(), "b");
        cluster.finishCompletely();
        work.assertComplete(mode);
        assertThat(computed).hasValue(700);
        assertThat(cluster.counters().workersLost()).isZero();
        assertThat(decided()).contains("w1 on sub is removed; its workers move to the master");
    }

    @Test
    void shouldKeepTheSetupOfAWorkerThatMoves() {
        Work work = startHeavy("each", 1 << 20, 900);
        SubNode sub = serving("sub");
        join(work, "a", "master");
        awaitComputed(50);
        move("sub", "a");
        awaitAt(sub.master(), "a");
        awaitComputed(computed.get() + 100);
        move("", "sub");
        cluster.await("its end", sub::hasEnded);
        cluster.finishCompletely();
        assertThat(computed).hasValue(900);
        assertThat(setups).containsExactly("a");
        assertThat(sub.master().core().traffic().bytesSent()).isLessThan(1 << 20);
    }

    @Test
    void shouldMoveTheLastWorkerWithoutEndingTheRun() {
        Work work = start("each", 300);
        SubNode sub = serving("sub");
        join(work, "a", "master");
        awaitComputed(50);
        move("sub", "a");
        awaitAt(sub.master(), "a");
        cluster.finishCompletely();
        assertThat(computed).hasValue(300);
    }

    @Test
    void shouldComeBackFromAPlaceWhereNobodyListens() {
        Work work = start("each", 600);
        serving("sub");
        join(work, "a", "master");
        join(work, "b", "master");
        awaitComputed(100);
        cluster.deafen("sub");
        move("sub", "a");
        cluster.awaitHeard("w4 on a joined");
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(computed).hasValue(600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldFinishTheMoveOfAWorkerWhoseConnectionBreaks(String mode) {
        Work work = start(mode, 600);
        SubNode sub = serving("sub");
        Cluster.Node node = join(work, "a", "master");
        join(work, "b", "master");
        awaitComputed(100);
        move("sub", "a");
        cluster.loop().advance(Cluster.MILLI);
        node.link().cut();
        awaitAt(sub.master(), "a");
        cluster.finishCompletely();
        work.assertComplete(mode);
    }

    @Test
    void shouldLeaveInsteadOfMovingWhenAskedTo() {
        Work work = start("each", 600);
        serving("sub");
        Cluster.Node node = join(work, "a", "master");
        join(work, "b", "master");
        awaitComputed(100);
        move("sub", "a");
        cluster.loop().advance(Cluster.MILLI);
        node.worker().drain("a signal");
        cluster.await("it has left", () -> node.worker().hasFinished());
        cluster.finishCompletely();
        assertThat(computed).hasValue(600);
    }

    @Test
    void shouldSendAWorkerOnThatReachesASubMasterWhichIsRemoved() {
        Work work = start("each", 900);
        SubNode sub = serving("sub");
        join(work, "a", "sub");
        join(work, "b", "master");
        awaitComputed(100);
        move("sub", "b");
        move("", "sub");
        cluster.await("its end", sub::hasEnded);
        awaitAt(cluster.master(), "a");
        awaitAt(cluster.master(), "b");
        cluster.deafen("sub");
        Cluster.Node late = join(work, "late", "sub");
        cluster.finish();
        assertThat(late.worker().code()).isNotEqualTo(ErrorCode.NONE); // it knew no other master
        work.assertComplete("each");
        assertThat(computed).hasValue(900);
    }

    @Test
    void shouldMoveAWorkerTwoLevelsBelow() {
        Work work = start("each", 4_000);
        SubNode sub = serving("sub");
        SubNode below = cluster.subMasterBelow("sub", "below");
        cluster.await("the one below serves", below::isServing);
        join(work, "a", "below");
        join(work, "b", "below");
        awaitComputed(50);
        cluster.await("the report of a", () -> !move("master", "a").changed().isEmpty());
        awaitAt(cluster.master(), "a");
        assertThat(move("", "sub").refused()).contains("has sub-masters below it");
        cluster.finishCompletely();
        assertThat(computed).hasValue(4_000);
        assertThat(sub.hasEnded()).isTrue();
    }

    @Test
    void shouldRefuseWhatCannotBeMoved() {
        Work work = start("each", 2_000);
        serving("sub");
        Cluster.Node here = join(work, "a", "master");
        awaitComputed(20);
        assertThat(move("sub", "a", "nobody").unknown()).containsExactly("nobody");
        assertThat(move("sub", "nobody").present()).contains("w1 on sub", "w2 on a");
        assertThat(move("nowhere", "a").refused())
                .isEqualTo("nowhere is no sub-master (expected: master, or a sub-master of this run: w1 on sub)");
        assertThat(move("master", "w1").refused()).contains("w1 on sub is a sub-master (expected: workers)");
        assertThat(move("", "a").unknown()).containsExactly("a");
        assertThat(move("master", "a").changed()).isEmpty();
        here.link().joinWithinOneProcess();
        assertThat(move("sub", "a").refused()).contains("in the process of the master");
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(2);
    }

    @Test
    void shouldRefuseASubMasterThatHasNotSaidWhereItListens() {
        Work work = start("each", 300);
        Peer silent = cluster.scripted();
        silent.register("silent", 0, 77);
        silent.send(new SubMasterSlots(0));
        join(work, "a", "master");
        awaitComputed(20);
        assertThat(move("silent", "a").refused()).contains("has not said where it listens");
        silent.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
    }

    @Test
    void shouldMoveTheWorkersThatAnOperatorNames() {
        Work work = start("each", 900);
        SubNode sub = serving("sub");
        join(work, "a", "master");
        join(work, "b", "master");
        awaitComputed(50);
        Peer operator = cluster.operator();
        operator.send(SteerWorkers.move(List.of("a", "w3"), "w1"));
        cluster.await("the answer", () -> operator.has(SteerAnswer.class));
        SteerAnswer answer = operator.first(SteerAnswer.class);
        assertThat(answer.changed()).containsExactly("w2 on a", "w3 on b");
        assertThat(answer.to()).isEqualTo("w1 on sub");
        awaitAt(sub.master(), "a");
        awaitAt(sub.master(), "b");
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
        assertThat(computed).hasValue(900);
    }

    @Test
    void shouldStayWhereItIsWhenToldToMoveThere() {
        Work work = start("each", 300);
        join(work, "a", "master");
        awaitComputed(20);
        cluster.master()
                .core()
                .registry()
                .connections()
                .get(0)
                .session
                .send(new Move(Refuge.of(Cluster.runFile("master"))));
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
    }
}
