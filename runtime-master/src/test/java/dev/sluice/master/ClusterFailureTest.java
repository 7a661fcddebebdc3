package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Verdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units and applications that fail, and verdicts that end a cycle or a run early. */
@NoLeaks
class ClusterFailureTest extends ClusterCase {
    private static void cursed(long unit) {
        if (unit == 7) {
            throw new IllegalStateException("unit is cursed");
        }
    }

    private static Consumer<String> throwingIn(String method) {
        return call -> {
            if (call.equals(method)) {
                throw new IllegalStateException("no licence");
            }
        };
    }

    @Test
    void shouldGiveUpAUnitThatFailedOnThreeWorkersAndFailTheRunAtItsEnd() {
        Work work = cluster.work(100).computing(ClusterFailureTest::cursed);
        cluster.start(work);
        for (int worker = 0; worker < 4; worker++) {
            cluster.join("h" + worker, 1);
        }
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(cluster.heard().quarantinedUnits()).singleElement().satisfies(given -> {
            assertThat(given.unit()).isEqualTo(7);
            assertThat(given.failures()).hasSize(3);
            assertThat(given.failures().get(0).message()).contains("unit is cursed");
        });
        assertThat(work.accepted(0)).hasSize(99).doesNotContain(7L);
        assertThat(cluster.counters().failed()).isEqualTo(3);
        assertThat(work.calls()).containsExactly("cycle", "incomplete 0:7");
    }

    @ParameterizedTest
    @CsvSource({"each", "end", "sum"})
    void shouldNotCompleteAnAnswerThatLacksAUnit(String mode) {
        Work work = cluster.work(20, 20).results(Work.mode(mode)).computing(ClusterFailureTest::cursed);
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.calls()).containsExactly("cycle", "incomplete 0:7");
        assertThat(work.totals()).isEmpty();
    }

    @Test
    void shouldSayWhatIsMissingBeforeTheEndOfTheCycleWhenAskedToKeepGoing() {
        cluster.terms().keepGoing = true;
        Work work = cluster.work(20, 5).computing(ClusterFailureTest::cursed);
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.calls()).containsExactly("cycle", "missing 0:7", "endCycle", "cycle", "endCycle", "complete");
    }

    @Test
    void shouldCompleteWhenTheFailedUnitIsNotWantedAnyMore() {
        Work work = cluster.work(20).computing(ClusterFailureTest::cursed).decide(12, Verdict.CYCLE_COMPLETE);
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.calls()).containsExactly("cycle", "endCycle", "complete");
    }

    @Test
    void shouldStopWhenTwentyUnitsHaveFailedAndNoneHasSucceeded() {
        Work work = cluster.work(2_000).computing(unit -> {
            throw new IllegalStateException("all are cursed");
        });
        cluster.terms().keepGoing = true;
        cluster.start(work);
        cluster.join("a", 2);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(end.text()).contains("--max-failures");
        assertThat(cluster.counters().failed()).isLessThan(100);
        assertThat(work.calls()).hasSize(2).last().asString().startsWith("incomplete 0:");
    }

    @ParameterizedTest
    @CsvSource({"UNITS, 3, 30", "PERCENT, 10, 110", "OFF, 0, 200"})
    void shouldStopAtTheFailuresThatTheUserAllows(FailureLimit.Kind kind, double amount, int most) {
        cluster.terms().stopAt = new FailureLimit(kind, amount);
        cluster.terms().policy = PolicyName.SS;
        Work work = cluster.work(200).computing(unit -> {
            if (unit % 8 == 7) {
                throw new IllegalStateException("unit is cursed");
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.accepted(0)).hasSizeLessThanOrEqualTo(most);
        assertThat(end.text().contains("--max-failures")).isEqualTo(kind != FailureLimit.Kind.OFF);
    }

    @Test
    void shouldCompleteARunWithoutAUnitThatWasGivenUpWhenAskedToKeepGoing() {
        cluster.terms().keepGoing = true;
        cluster.terms().maxFailures = 1;
        Work work = cluster.work(20).computing(ClusterFailureTest::cursed);
        cluster.start(work);
        cluster.join("a", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).hasSize(19);
        assertThat(cluster.master().core().progress().quarantinedUnits()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpAUnitThatFailedOnAllWorkersThereAre() {
        Work work = cluster.work(20).computing(ClusterFailureTest::cursed);
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.accepted(0)).hasSize(19);
    }

    @Test
    void shouldStopAtTheFirstUnitThatNeedsAMissingClass() {
        Work work = cluster.work(100).computing(unit -> {
            throw new NoClassDefFoundError("mylib/Lib");
        });
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(end.text()).endsWith("NoClassDefFoundError: mylib/Lib: add its jar with --class-path");
        assertThat(cluster.heard().quarantinedUnits())
                .first()
                .satisfies(given -> assertThat(given.failures()).hasSize(1));
        assertThat(cluster.counters().failed()).isLessThanOrEqualTo(2); // one on each worker at that moment
    }

    @Test
    void shouldGoOnWhenOnlySomeUnitsNeedAMissingClass() {
        Work work = cluster.work(100).computing(unit -> {
            if (unit == 40) {
                throw new NoClassDefFoundError("mylib/Rare");
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(work.accepted(0)).hasSize(99);
        assertThat(cluster.counters().failed()).as("no third attempt").isEqualTo(2);
    }

    @Test
    void shouldComputeAUnitElsewhereThatFailedOnOneWorker() {
        Work work = cluster.work(100);
        cluster.start(work);
        cluster.join("bad", 1, work.onWorker(1).computing(ClusterFailureTest::cursed), Cluster.runFile("master"));
        cluster.await(
                "the bad worker holds the first units", () -> cluster.counters().assigned() > 7);
        cluster.join("good", 1);
        cluster.finishCompletely();
        assertThat(cluster.counters().failed()).isEqualTo(1);
    }

    @Test
    void shouldFailTheRunWhenTheApplicationCannotBeginACycle() {
        Work work = cluster.work(10, 10);
        cluster.start(work.calling(call -> {
            if (call.equals("cycle") && work.cyclesBegun() == 1) {
                throw new IllegalStateException("no licence");
            }
        }));
        cluster.join("a", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        assertThat(end.text()).contains("no licence");
        assertThat(work.accepted(0)).hasSize(10);
        assertThat(work.calls()).doesNotContain("complete");
    }

    @Test
    void shouldFailTheRunWhenTheApplicationCannotGiveAUnit() {
        cluster.start(cluster.work(50).calling(throwingIn("unit 30")));
        cluster.join("a", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        assertThat(end.text()).contains("no licence");
    }

    @Test
    void shouldFailTheRunWhenTheApplicationCannotAcceptAResult() {
        Work work = cluster.work(5_000).calling(throwingIn("accept 12"));
        cluster.start(work);
        cluster.join("a", 2);
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        assertThat(end.text()).startsWith("unit 12: ").endsWith("; the result was that of w1 on a");
        assertThat(work.accepted(0)).doesNotContain(12L).hasSizeLessThan(5_000);
        assertThat(work.calls()).doesNotContain("endCycle", "complete");
    }

    @Test
    void shouldFailTheRunWhenTheApplicationCannotComplete() {
        cluster.start(cluster.work(5).calling(throwingIn("complete")));
        cluster.join("a", 1);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
    }

    @Test
    void shouldLoseAWorkerOnWhichTheApplicationCannotBeLoaded() {
        Work work = cluster.work(100);
        cluster.start(work);
        Cluster.Node bad =
                cluster.join("bad", 1, work.onWorker(1).calling(throwingIn("initialize")), Cluster.runFile("master"));
        cluster.await("the worker has ended", () -> bad.worker().hasFinished());
        assertThat(bad.worker().code()).isEqualTo(ErrorCode.APPLICATION_FAILED);
        cluster.awaitHeard("w1 on bad left: " + ErrorCode.APPLICATION_FAILED);
        cluster.join("good", 1);
        cluster.finishCompletely();
    }

    @Test
    void shouldEndTheCycleWhenTheApplicationKnowsEnough() {
        Work work = cluster.work(5_000, 20).decide(100, Verdict.CYCLE_COMPLETE);
        cluster.start(work);
        cluster.join("a", 2);
        cluster.join("b", 2);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).contains(100L).hasSizeLessThan(5_000);
        assertThat(work.accepted(1)).hasSize(20);
        assertThat(work.calls()).containsExactly("cycle", "endCycle", "cycle", "endCycle", "complete");
    }

    @Test
    void shouldEndTheRunWhenTheApplicationIsComplete() {
        Work work = cluster.work(5_000, 20).decide(100, Verdict.APPLICATION_COMPLETE);
        cluster.start(work);
        cluster.join("a", 2);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(work.accepted(0)).contains(100L).hasSizeLessThan(5_000);
        assertThat(work.calls()).containsExactly("cycle", "complete");
    }

    @Test
    void shouldFailTheRunByTheApplicationsVerdict() {
        Work work = cluster.work(5_000).decide(3, Verdict.FAILED);
        cluster.start(work);
        cluster.join("a", 2);
        assertThat(cluster.finish().code()).isEqualTo(ErrorCode.VERDICT_FAILED);
        assertThat(work.calls()).containsExactly("cycle");
    }

    @ParameterizedTest
    @CsvSource({
        "encode setup 0, E108, setup of cycle 0, false",
        "encode setup 0, E108, setup of cycle 0, true",
        "encode unit 7, E108, unit 7, false",
        "encode unit 7, E108, unit 7, true"
    })
    void shouldFailTheRunWhenACodecThrowsOnTheMaster(String step, String code, String value, boolean error) {
        Work work = cluster.work(100).coding(each -> {
            if (each.equals(step)) {
                if (error) {
                    throw new AssertionError("poison in " + step);
                }
                throw new IllegalStateException("poison in " + step);
            }
        });
        cluster.start(work);
        cluster.join("a", 1);
        cluster.join("b", 1);
        RunEnd end = cluster.finish();
        assertThat(end.code()).hasToString(code);
        assertThat(end.text()).contains(value, "poison in " + step);
        assertThat(work.accepted(0)).doesNotContain(7L);
        assertThat(work.calls()).doesNotContain("complete");
    }

    @ParameterizedTest
    @CsvSource({"each, 1, false", "each, 2, true", "each, 4, false", "end, 1, true", "end, 3, false"})
    void shouldGiveUpOnlyTheUnitWhoseResultTheCodecRefusesOnTheMaster(String mode, int hosts, boolean error) {
        Work work = cluster.work(100).results(Work.mode(mode)).coding(each -> {
            if (each.equals("decode result 49")) {
                if (error) {
                    throw new AssertionError("poison");
                }
                throw new IllegalStateException("poison");
            }
        });
        cluster.start(work);
        for (int host = 0; host < hosts; host++) {
            cluster.join("host-" + host, 1);
        }
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(cluster.heard().quarantinedUnits()).singleElement().satisfies(given -> {
            assertThat(given.unit()).isEqualTo(7);
            assertThat(given.latest().code()).isEqualTo(ErrorCode.RESULT_ENCODING);
            assertThat(given.latest().message()).contains("result of unit 7", "poison");
        });
        assertThat(work.accepted(0)).hasSize(99).doesNotContain(7L);
        assertThat(work.calls()).containsExactly("cycle", "incomplete 0:7");
    }

    @ParameterizedTest
    @CsvSource({"decode setup 0, E108, 20", "decode unit 7, E108, 1", "encode result 49, E107, 1"})
    void shouldGiveUpOnlyUnitsWhoseCodecThrowsOnWorkers(String step, String code, int units) {
        Work work = cluster.work(20);
        cluster.start(work);
        for (String host : List.of("a", "b")) {
            Work bad = work.onWorker(1).coding(each -> {
                if (each.equals(step)) {
                    throw new AssertionError("poison in " + step);
                }
            });
            cluster.join(host, 1, bad, Cluster.runFile("master"));
        }
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.UNITS_QUARANTINED);
        assertThat(end.text()).contains(units + (units == 1 ? " unit " : " units "));
        assertThat(cluster.heard().quarantinedUnits()).hasSize(units).allSatisfy(given -> {
            assertThat(given.failures().get(0).code()).hasToString(code);
            assertThat(given.failures().get(0).message()).contains("poison in " + step);
        });
        assertThat(work.accepted(0)).hasSize(20 - units);
        assertThat(work.calls()).hasSize(2).last().asString().startsWith("incomplete 0:");
    }
}
