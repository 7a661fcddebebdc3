package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.master.weather.HostStation;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PlannedWeights.Rate;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with a sub-master between the master and its workers. */
@NoLeaks
class ClusterSubMasterTest extends ClusterCase {

    /** Runs until so many units are accepted, or computed and kept until the end of the cycle. */
    private void awaitComputed(long units) {
        cluster.await(
                "units computed: " + units,
                () -> cluster.counters().accepted() + cluster.master().driver().completedUnits() >= units);
    }

    @Test
    void shouldComputeThroughASubMaster() {
        Work work = cluster.work(300, 40);
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.joinBelow("sub", "b", 1);
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(300));
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(cluster.heard().lines()).contains("w1 on sub has 3 slots");
    }

    @Test
    void shouldShareWorkBetweenASubMasterAndAWorker() {
        cluster.start(cluster.work(2_000));
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.join("b", 2);
        cluster.finishCompletely();
        assertThat(cluster.master().core().registry().entries())
                .allSatisfy(entry -> assertThat(entry.acceptedUnits).isGreaterThan(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldComputeElsewhereBelowWhatALostWorkerHeld(String mode) {
        Work work = cluster.work(600).results(Work.mode(mode));
        cluster.start(work);
        SubNode sub = serving("sub");
        Cluster.Node lost = cluster.joinBelow("sub", "lost", 2);
        cluster.joinBelow("sub", "stays", 1);
        awaitComputed(100);
        lost.die();
        cluster.finishCompletely();
        assertThat(sub.master().driver().counters().reassigned()).isPositive();
        assertThat(cluster.counters().workersLost()).isZero();
        work.assertComplete(mode);
    }

    @Test
    void shouldKeepResultsBelowUntilNoUnitIsLeftToCompute() {
        Work work = cluster.work(400).results(Results.atCycleEnd());
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        awaitComputed(200);
        assertThat(work.accepted(0)).isEmpty();
        cluster.finishCompletely();
    }

    @Test
    void shouldMergeBelowWhatWorkersHaveAccumulated() {
        Work work = cluster.work(400, 60).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(ClusterTest.sum(0, 400), ClusterTest.sum(1, 60));
    }

    @Test
    void shouldNameTheValuesThatWaitWhenItComesBack() {
        AtomicInteger computed = new AtomicInteger();
        cluster.start(cluster.work(40).results(Work.mode("sum")).computing(unit -> computed.incrementAndGet()));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 1);
        Cluster.Node b = cluster.joinBelow("sub", "b", 1);
        cluster.await("all are computed", () -> sub.master().driver().completedUnits() == 40);
        b.link().hold();
        cluster.await("the value of one", () -> sub.master().driver().completedUnits() < 40);
        sub.link().cut();
        cluster.awaitHeard("w1 on sub is back");
        b.link().release();
        cluster.finishCompletely();
        assertThat(computed).hasValue(40);
    }

    @Test
    void shouldHaveItsWorkersDropTheUnitsOfALostSubMasterThatOthersHave() {
        AtomicInteger computed = new AtomicInteger();
        cluster.terms().prefetch = 4;
        Work work = cluster.work(8).taking(unit -> 60 * Cluster.SECOND);
        cluster.start(work);
        SubNode standby = serving("standby");
        SubNode dies = cluster.subMasterBelow("master", "dies", "standby");
        cluster.await("it serves", dies::isServing);
        Wire wire = new Wire("a", (parent, cycle, unit) -> true, () -> 0);
        cluster.tap("a", wire);
        Cluster.Node below =
                cluster.joinBelow("dies", "a", work.onWorker(0.3).computing(unit -> computed.incrementAndGet()));
        cluster.await("it has units", () -> below.worker().unitsHeld() > 2);
        wire.near().deafFor(3 * Cluster.SECOND); // until the master has given its units to another
        dies.die(List.of(below));
        cluster.join("b", 8);
        cluster.await(
                "it is at the standby",
                () -> standby.master().driver().counters().workersJoined() == 1);
        cluster.finishCompletely();
        assertThat(computed).hasValue(1);
        assertThat(cluster.heard().lines()).noneMatch(line -> line.endsWith("left: " + ErrorCode.HELD_MISMATCH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldTakeOverTheWorkersOfASubMasterThatDies(String mode) {
        Work work = cluster.work(2_000).results(Work.mode(mode));
        cluster.start(work);
        SubNode sub = serving("sub");
        Cluster.Node a = cluster.joinBelow("sub", "a", 1);
        Cluster.Node b = cluster.joinBelow("sub", "b", 1);
        awaitComputed(100);
        sub.die(List.of(a, b));
        cluster.awaitHeard("w1 on sub left: " + ErrorCode.CONNECTION_LOST);
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(3);
        work.assertComplete(mode);
    }

    @Test
    void shouldTakeASubMasterBackWhoseConnectionBroke() {
        AtomicInteger computed = new AtomicInteger();
        cluster.start(cluster.work(2_000).computing(unit -> computed.incrementAndGet()));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 2);
        for (int cut = 1; cut <= 3; cut++) {
            cluster.awaitAccepted(400 * cut);
            sub.link().cut();
        }
        cluster.awaitHeard("w1 on sub is back");
        cluster.finishCompletely();
        assertThat(cluster.counters().workersJoined()).isEqualTo(1);
        assertThat(sub.said()).contains("is back");
        assertThat(sub.master().driver().counters().workersLost()).isZero();
        assertThat(computed).hasValue(2_000);
    }

    @Test
    void shouldGiveUpAUnitThatFailedOnAllWorkersBelow() {
        cluster.terms().maxFailures = 2;
        Work work = cluster.work(60).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("unit is cursed");
            }
        });
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.accepted(0)).hasSize(59);
        assertThat(cluster.heard().quarantinedUnits()).singleElement().satisfies(given -> {
            assertThat(given.unit()).isEqualTo(7);
            assertThat(given.failures().get(0).workers()).isEqualTo(2);
        });
    }

    @Test
    void shouldDeliverWhatRunsBelowWhenASubMasterLeaves() {
        cluster.start(cluster.work(1_000));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.join("b", 1);
        cluster.awaitAccepted(100);
        sub.leave();
        cluster.await("it has ended", sub::hasEnded);
        cluster.finishCompletely();
        assertThat(cluster.heard().lines()).contains("w1 on sub leaves", "w1 on sub left: " + ErrorCode.NONE);
    }

    @Test
    void shouldHandBackAllUnitsWhenNoWorkerIsLeftBelow() {
        cluster.start(cluster.work(1_000));
        serving("sub");
        Cluster.Node lost = cluster.joinBelow("sub", "lost", 1);
        cluster.awaitAccepted(50);
        lost.die();
        cluster.awaitHeard("w1 on sub has 0 slots");
        cluster.join("above", 1);
        cluster.finishCompletely();
        assertThat(cluster.counters().handedBack()).isPositive();
    }

    @Test
    void shouldDeliverWhatRunsBelowWhenTheRunIsStopped() {
        Work work = cluster.work(5_000).taking(unit -> 100 * Cluster.MILLI);
        cluster.start(work);
        serving("sub");
        cluster.joinBelow("sub", "a", 2);
        cluster.awaitAccepted(20);
        cluster.master().course().stop(130);
        RunEnd end = cluster.finish();
        assertThat(end.outcome()).isEqualTo(RunEnd.Outcome.INTERRUPTED);
        assertThat(cluster.counters().accepted()).isEqualTo(work.accepted(0).size());
        assertThat(work.accepted(0).size()).isGreaterThanOrEqualTo(20);
    }

    /** A worker and a sub-master with another bring what they hold: nobody is there to be given it in between. */
    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldGoOnAtAStandbyWithWhatItsWorkersHold(String mode) {
        AtomicInteger computed = new AtomicInteger();
        Work work = cluster.work(2_000).results(Work.mode(mode)).computing(unit -> computed.incrementAndGet());
        cluster.start(work);
        SubNode standby = serving("standby");
        SubNode dies = cluster.subMasterBelow("master", "dies", "standby");
        cluster.await("it serves", dies::isServing);
        SubNode below = cluster.subMasterBelow("dies", "below");
        cluster.await("the one below serves", below::isServing);
        cluster.joinBelow("below", "a", 1);
        Cluster.Node b = cluster.joinBelow("dies", "b", 1);
        awaitComputed(200);
        dies.die(List.of(b), List.of(below));
        cluster.finishCompletely();
        assertThat(computed).hasValue(2_000);
        assertThat(cluster.counters().unknown()).isZero();
        assertThat(standby.master().driver().counters().workersJoined()).isEqualTo(2);
        work.assertComplete(mode);
    }

    @Test
    void shouldTakeTheTermsOfTheRunDownToEveryLevel() {
        Terms terms = cluster.terms();
        terms.policy = PolicyName.FIXED;
        terms.weighting = Weighting.PLANNED;
        terms.congestion = GrantMode.SERIAL;
        terms.resultMemoryBytes = 5 << 20;
        terms.planned = new PlannedWeights(Map.of("a", 0.4, "b", 0.1), Map.of("sub", 0.2, "below", 0.1), 0.15);
        cluster.start(cluster.work(10));
        SubNode sub = serving("sub");
        SubNode below = cluster.subMasterBelow("sub", "below");
        cluster.await("the one below serves", below::isServing);
        for (SubNode each : List.of(sub, below)) {
            RunSettings settings = each.master().core().settings();
            assertThat(settings.rules().handout().policy()).isEqualTo(PolicyName.FIXED);
            assertThat(settings.rules().handout().weighting()).isEqualTo(Weighting.PLANNED);
            assertThat(settings.rules().delivery().congestion()).isEqualTo(GrantMode.SERIAL);
            assertThat(settings.limits().results().memoryBytes()).isEqualTo(5 << 20);
            assertThat(settings.rules().planned()).isEqualTo(terms.planned.below(each.toString()));
        }
        cluster.joinBelow("below", "b", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldTakeAChangedHandoutDownToEveryLevel() {
        cluster.terms().policy = PolicyName.SS;
        Work work = cluster.work(3_000);
        cluster.start(work);
        SubNode sub = serving("sub");
        SubNode below = cluster.subMasterBelow("sub", "below");
        cluster.await("the one below serves", below::isServing);
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("below", "b", 1);
        cluster.awaitAccepted(200);
        Handout first = new Handout(PolicyName.FAC, Weighting.MEASURED, 2, 0);
        cluster.master().course().actuator().handOut(first, "a test");
        cluster.await("the change at the lowest level", () -> handout(below).equals(first));
        assertThat(handout(sub)).isEqualTo(first);
        Handout second = new Handout(PolicyName.GSS, Weighting.EQUAL, 1, 0);
        cluster.master().course().actuator().handOut(second, "a test");
        SubNode late = serving("late");
        assertThat(handout(late)).as("of one that comes later").isEqualTo(second);
        cluster.await("the second change", () -> handout(below).equals(second));
        cluster.finishCompletely();
        work.assertComplete("each");
    }

    @Test
    void shouldLearnOfAChangeThatItsMasterMadeWhileItsConnectionWasBroken() {
        cluster.terms().policy = PolicyName.SS;
        cluster.start(cluster.work(3_000));
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.awaitAccepted(100);
        sub.link().cut();
        Handout other = new Handout(PolicyName.TSS, Weighting.EQUAL, 1, 0);
        cluster.master().course().actuator().handOut(other, "a test");
        cluster.await("the change", () -> handout(sub).equals(other));
        cluster.finishCompletely();
    }

    private static Handout handout(SubNode node) {
        return node.master().course().actuator().handout();
    }

    @Test
    void shouldShareAsPlannedAtEachLevel() {
        Terms terms = cluster.terms();
        terms.policy = PolicyName.FIXED;
        terms.weighting = Weighting.PLANNED;
        terms.expectedSlots = 4;
        terms.planned = PlannedWeights.of(
                Map.of("a", new Rate(1, 10), "b", new Rate(1, 30), "c", new Rate(2, 60)),
                Map.of("sub", new Rate(2, 40)));
        Work work = cluster.work(1_000);
        cluster.start(work);
        SubNode sub = serving("sub");
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("sub", "b", 1);
        cluster.join("c", 2);
        cluster.finishCompletely();
        work.assertComplete("each");
        assertThat(accepted(cluster.master(), "sub")).isEqualTo(400);
        assertThat(accepted(cluster.master(), "c")).isEqualTo(600);
        assertThat(accepted(sub.master(), "b")).isGreaterThan(2 * accepted(sub.master(), "a"));
    }

    /** The link of the branch carries one byte a second: whatever its workers can do, it gets hardly any unit. */
    @Test
    void shouldMeasureASubMasterByItsLinkToo() {
        Terms terms = cluster.terms();
        terms.policy = PolicyName.FIXED;
        terms.weighting = Weighting.MEASURED;
        terms.expectedSlots = 4;
        Work work = cluster.work(400, 400);
        cluster.start(work);
        serving("sub");
        HostStation station =
                cluster.master().core().registry().entries().iterator().next().station;
        for (int i = 0; i < 8; i++) {
            station.received(1 << 20, 1L << 50);
        }
        cluster.joinBelow("sub", "a", 2);
        cluster.join("b", 2);
        cluster.finishCompletely();
        assertThat(accepted(cluster.master(), "sub")).isBetween(200L, 205L);
        assertThat(accepted(cluster.master(), "b")).isGreaterThanOrEqualTo(595);
    }

    @Test
    void shouldTakeNewWorkersWhenItIsStartedAgain() {
        Work work = cluster.work(2_000);
        cluster.start(work);
        SubNode standby = serving("standby");
        SubNode dies = cluster.subMasterBelow("master", "again", "standby");
        cluster.await("it serves", dies::isServing);
        Cluster.Node a = cluster.joinBelow("again", "a", 1);
        cluster.awaitAccepted(200);
        dies.die(List.of(a));
        cluster.await(
                "its worker is at the standby",
                () -> standby.master().driver().counters().workersJoined() == 1);
        SubNode again = cluster.subMasterBelow("master", "again", "standby");
        cluster.await("it serves again", again::isServing);
        cluster.joinBelow("again", "b", 1);
        cluster.finishCompletely();
        assertThat(again.master().driver().counters().accepted()).isPositive();
        work.assertComplete("each");
    }
}
