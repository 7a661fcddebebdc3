package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers that are asked to leave, runs that are stopped, and operators. */
@NoLeaks
class ClusterStopTest extends ClusterCase {
    private static final int INTERRUPTED = 130;

    @Test
    void shouldFinishRunningUnitsOfAWorkerThatDrainsAndHandBackTheRest() {
        cluster.start(cluster.work(600));
        Cluster.Node leaves = cluster.join("leaves", 2);
        cluster.join("stays", 1);
        cluster.awaitAccepted(50);
        leaves.worker().drain("a signal");
        cluster.await("it has left", () -> leaves.worker().hasFinished());
        assertThat(leaves.worker().code()).isEqualTo(ErrorCode.NONE);
        assertThat(leaves.worker().unitsHeld()).isZero();
        cluster.finishCompletely();
        assertThat(cluster.heard().lines()).contains("w1 on leaves leaves", "w1 on leaves left: " + ErrorCode.NONE);
        assertThat(cluster.counters().handedBack()).isPositive();
        assertThat(cluster.counters().reassigned()).isZero();
    }

    @Test
    void shouldLetAWorkerLeaveThatDoesNotKnowYetThatItIsRegistered() {
        cluster.start(cluster.work(100));
        cluster.join("stays", 1);
        cluster.awaitAccepted(10);
        Cluster.Node hasty = cluster.join("hasty", 2);
        cluster.awaitHeard("w2 on hasty joined");
        hasty.worker().drain("its agent is gone");
        cluster.await("it has left", () -> hasty.worker().hasFinished());
        assertThat(hasty.worker().code()).isEqualTo(ErrorCode.NONE);
        cluster.finishCompletely();
        assertThat(cluster.heard().lines()).contains("w2 on hasty left: " + ErrorCode.NONE);
    }

    @Test
    void shouldTakeWhatADrainingWorkerKeptUntilTheEndOfTheCycle() {
        Work work = cluster.work(600).results(Results.atCycleEnd());
        cluster.start(work);
        Cluster.Node leaves = cluster.join("leaves", 2);
        cluster.join("stays", 1);
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 100);
        leaves.worker().drain("a signal");
        cluster.await("it has left", () -> leaves.worker().hasFinished());
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(600));
    }

    @Test
    void shouldTakeWhatADrainingWorkerHasAccumulated() {
        Work work = cluster.work(600).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        Cluster.Node leaves = cluster.join("leaves", 2);
        cluster.join("stays", 1);
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 100);
        leaves.worker().drain("a signal");
        cluster.await("it has left", () -> leaves.worker().hasFinished());
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(ClusterTest.sum(0, 600));
    }

    @Test
    void shouldComputeAgainWhatALostWorkerHadAccumulated() {
        Work work = cluster.work(600).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        Cluster.Node lost = cluster.join("lost", 2);
        cluster.join("stays", 1);
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 100);
        lost.die();
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(ClusterTest.sum(0, 600));
        assertThat(cluster.counters().reassigned()).isPositive();
    }

    @Test
    void shouldDeliverWhatRunsWhenTheRunIsStopped() {
        Work work = cluster.work(5_000).taking(unit -> 100 * Cluster.MILLI);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.awaitAccepted(30);
        cluster.master().course().stop(INTERRUPTED);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(end.exitCode()).isEqualTo(INTERRUPTED);
        assertThat(work.calls()).containsExactly("cycle", "interrupted");
        assertThat(work.accepted(0)).hasSizeBetween(30, 100);
        assertThat(cluster.counters().accepted()).isEqualTo(work.accepted(0).size());
        assertThat(cluster.master().driver().outstandingUnits()).isZero();
    }

    /** The cycle is over without its results, which its application must not take for its end. */
    @Test
    void shouldBeInterruptedAndNotCompleteWhenRunningUnitsAreDropped() {
        Work work = cluster.work(40).taking(unit -> unit < 30 ? Cluster.MILLI : 600_000 * Cluster.MILLI);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.awaitAccepted(25);
        cluster.master().course().abandon(INTERRUPTED);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(end.exitCode()).isEqualTo(INTERRUPTED);
        assertThat(work.calls()).containsExactly("cycle", "interrupted");
    }

    @Test
    void shouldStayCompleteWhenItIsStoppedAfterTheApplicationHasCompleted() {
        Work work = cluster.work(30).calling(call -> {
            if (call.equals("complete")) {
                cluster.master().course().stop(INTERRUPTED);
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.COMPLETE);
        assertThat(work.calls()).contains("complete").doesNotContain("interrupted");
    }

    @Test
    void shouldSayThatTheApplicationDidNotKeepWhatWasThereWhenItWasStopped() {
        Work work = cluster.work(5_000).calling(call -> {
            if (call.equals("interrupted")) {
                throw new IllegalStateException("disk is gone");
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        cluster.awaitAccepted(30);
        cluster.master().course().stop(INTERRUPTED);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(end.text()).contains("disk is gone");
    }

    @Test
    void shouldStopARunThatHasNoWorker() {
        Work work = cluster.work(50);
        cluster.start(work);
        cluster.loop().advance(Cluster.SECOND);
        cluster.master().course().stop(INTERRUPTED);
        assertThat(cluster.finish().outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(work.accepted(0)).isEmpty();
    }

    @Test
    void shouldTakeNoWorkerOnceTheRunIsBeingStopped() {
        cluster.start(cluster.work(500).taking(unit -> Cluster.SECOND));
        cluster.join("a", 1);
        cluster.awaitAccepted(2);
        cluster.master().course().stop(INTERRUPTED);
        Peer late = cluster.scripted();
        late.register("late", 1, 77);
        cluster.await("the answer", late::isClosed);
        assertThat(late.has(Goodbye.class)).isTrue();
        assertThat(cluster.finish().exitCode()).isEqualTo(INTERRUPTED);
    }

    @Test
    void shouldEndTheRunAtOnceWhenToldTo() {
        cluster.start(cluster.work(5_000));
        cluster.join("a", 1);
        cluster.awaitAccepted(30);
        cluster.master().course().end(RunEnd.failed(ErrorCode.CONNECTION_LOST, "all workers are gone"));
        assertThat(cluster.finish().text()).isEqualTo("all workers are gone");
    }

    @Test
    void shouldDrainTheWorkersThatAnOperatorNames() {
        cluster.start(cluster.work(2_000));
        Cluster.Node a = cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.awaitAccepted(50);
        Peer operator = cluster.operator();
        operator.send(SteerWorkers.of(SteerWorkers.How.LEAVE, List.of("nobody")));
        operator.send(SteerWorkers.of(SteerWorkers.How.LEAVE, List.of("a")));
        cluster.await("both answers", () -> operator.received(SteerAnswer.class).size() == 2);
        SteerAnswer wrong = operator.received(SteerAnswer.class).get(0);
        assertThat(wrong.unknown()).containsExactly("nobody");
        assertThat(wrong.changed()).isEmpty();
        SteerAnswer right = operator.received(SteerAnswer.class).get(1);
        assertThat(right.changed()).containsExactly("w1 on a");
        assertThat(right.present()).containsExactly("w1 on a", "w2 on b");
        cluster.await("it has left", () -> a.worker().hasFinished());
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
    }

    @Test
    void shouldTellAnOperatorTheWeather() {
        cluster.start(cluster.work(20_000));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.loop().advance(5 * Cluster.SECOND);
        Peer operator = cluster.operator();
        operator.send(new AskWeather(0, true));
        cluster.await("the answer", () -> operator.has(WeatherAnswer.class));
        WeatherAnswer answer = operator.first(WeatherAnswer.class);
        assertThat(answer.ending()).isFalse();
        assertThat(answer.workers()).hasSize(2);
        assertThat(answer.workers().get(0).host()).isEqualTo("a");
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
        assertThat(cluster.master().weather().all("run").workers()).hasSize(2);
    }

    @Test
    void shouldTellAnOperatorThatTheRunIsEnding() {
        cluster.start(cluster.work(500).taking(unit -> Cluster.SECOND));
        cluster.join("a", 1);
        cluster.awaitAccepted(2);
        Peer operator = cluster.operator();
        cluster.master().course().stop(INTERRUPTED);
        operator.send(SteerWorkers.of(SteerWorkers.How.LEAVE, List.of(SteerWorkers.ALL)));
        cluster.await("the answer", operator::isClosed);
        assertThat(operator.first(Goodbye.class).code()).isEqualTo(ErrorCode.RUN_OVER);
        cluster.finish();
    }

    @Test
    void shouldBeginNoUnitThatWouldNotEndInTime() {
        Work work = cluster.work(1_000).taking(unit -> 10 * Cluster.SECOND);
        cluster.start(work);
        cluster.join("a", 1);
        long began = cluster.loop().nanoTime();
        cluster.master().endWithin(95 * Cluster.SECOND);
        cluster.await(
                "the last unit has begun",
                () -> cluster.heard().lines().stream()
                        .anyMatch(line -> line.startsWith("until: no unit begins any more")));
        assertThat(cluster.loop().nanoTime() - began).isBetween(70 * Cluster.SECOND, 90 * Cluster.SECOND);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(end.exitCode()).isEqualTo(124);
        assertThat(work.accepted(0)).hasSizeBetween(7, 20);
        assertThat(work.calls()).contains("interrupted");
    }
}
