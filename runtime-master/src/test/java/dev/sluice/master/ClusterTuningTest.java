package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.master.record.HandoutCourse;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.tune.Change;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs with AUTO. With no chunk ahead, a slot waits a round trip after each unit, so that units as short as a round
 * trip are computed much faster in large chunks.
 */
@NoLeaks
class ClusterTuningTest {
    private static final LongUnaryOperator SHORT = unit -> 4 * Cluster.DELAY_NANOS;
    private static final long ANSWER_NANOS = Cluster.MILLI;

    @TempDir
    Path directory;

    private int runs;

    private Cluster cluster(PolicyName policy, int prefetch) {
        Cluster cluster = new Cluster(directory.resolve("run-" + runs++));
        cluster.terms().policy = policy;
        cluster.terms().prefetch = prefetch;
        return cluster;
    }

    /** A cluster whose run is tuned, with all the processor time that the tuner wants. */
    private Cluster tuned(int prefetch) {
        Cluster cluster = cluster(PolicyName.SS, prefetch);
        tune(cluster, null, new LaterBeside(cluster.loop(), () -> ANSWER_NANOS));
        return cluster;
    }

    private static void tune(Cluster cluster, Weighting typed, LaterBeside beside) {
        cluster.terms().tuning = new TuningTerms(typed, RuntimeCosts.NONE, 1_000, beside);
    }

    private static void join(Cluster cluster) {
        cluster.join("a", 1);
        cluster.join("b", 1);
    }

    private static List<RunView.Decision> decisions(Cluster cluster) {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.kind().equals("policy"))
                .toList();
    }

    /** The decisions but for the first, with which the run began. */
    private static List<RunView.Decision> changes(Cluster cluster) {
        return decisions(cluster).stream().skip(1).toList();
    }

    /** The cost of the tuner of the policy. */
    private static TunerCost cost(Cluster cluster) {
        return cluster.master().core().recording().course().view(1).tuners().get(0);
    }

    private static PolicyName policy(Cluster cluster) {
        return cluster.master().course().actuator().handout().policy();
    }

    /** Virtual time of the run [s]. */
    private static double seconds(Cluster cluster) {
        RunProgress progress = cluster.master().core().progress();
        return (progress.endNanos() - progress.startNanos()) / 1e9;
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldLeaveOneUnitAtATimeWhereSlotsWaitForIt(String mode) {
        Cluster fixed = cluster(PolicyName.SS, 0);
        fixed.start(fixed.work(3_000).taking(SHORT).results(Work.mode(mode)));
        join(fixed);
        fixed.finishCompletely();

        Cluster auto = tuned(0);
        Work work = auto.work(3_000).taking(SHORT).results(Work.mode(mode));
        auto.start(work);
        join(auto);
        auto.finishCompletely();

        work.assertComplete(mode);
        assertThat(decisions(auto).get(0).why()).isEqualTo("AUTO begins with it");
        assertThat(changes(auto)).isNotEmpty();
        RunView.Decision first = changes(auto).get(0);
        assertThat(first.what()).doesNotStartWith("SS").contains("prefetch 0");
        assertThat(first.why())
                .contains("the rest of the cycle takes ")
                .contains("; before: SS, weights equal, prefetch 0, speculation 0 %");
        assertThat(auto.heard().lines()).contains("policy: " + first.what() + "; " + first.why());
        assertThat(first.gain()).matches("[0-9.]+ % less time");
        assertThat(first.outcome()).startsWith("kept: ").matches(".* expected; [0-9]+ chunks of .* units");
        assertThat(seconds(auto)).isLessThan(0.85 * seconds(fixed));
        HandoutCourse handouts = auto.master().core().handouts();
        assertThat(cost(auto).looks()).isGreaterThanOrEqualTo(changes(auto).size());
        assertThat(handouts.script().switches()).hasSameSizeAs(changes(auto));
        Script.SwitchPolicy change = handouts.script().switches().get(0);
        assertThat(change.byHand()).isFalse();
        assertThat(change.atNanos() / 1e9).isEqualTo(first.seconds());
        assertThat(first.what()).startsWith(change.policy() + ", weights ");
    }

    @Test
    void shouldNameThePolicyOfATunedRunAuto() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(3_000).taking(SHORT));
        join(cluster);
        RunEnd end = cluster.finishCompletely();
        RunCore core = cluster.master().core();
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunReport.Manner asked = RunReport.Manner.of(core.settings(), Results.each());
        RunReport.Manner manner = RunReport.of(terms, core.settings(), asked, core, end, List.of())
                .manner();
        assertThat(manner.policyName()).isEqualTo("AUTO");
        assertThat(manner.policy()).isEqualTo(PolicyName.SS);
        assertThat(manner.tuned()).isTrue();
    }

    @Test
    void shouldChangeNothingWhereOneUnitAtATimeIsBest() {
        Cluster cluster = tuned(SchedulerConfig.AUTO);
        cluster.start(cluster.work(400, 400).taking(unit -> (5 + unit % 7) * Cluster.MILLI));
        join(cluster);
        cluster.finishCompletely();
        assertThat(changes(cluster)).isEmpty();
    }

    @Test
    void shouldBeginLaterCyclesAsTheLastOneEnded() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(2_000, 2_000, 2_000).taking(SHORT));
        join(cluster);
        cluster.await("the last cycle", () -> cluster.master().course().cycle() == 2);
        assertThat(policy(cluster)).isNotEqualTo(PolicyName.SS);
        cluster.finishCompletely();
        assertThat(changes(cluster).size()).isLessThanOrEqualTo(4);
    }

    @Test
    void shouldNotTurnWhatTheUserHasTyped() {
        Cluster cluster = cluster(PolicyName.SS, 0);
        tune(cluster, Weighting.MEASURED, new LaterBeside(cluster.loop(), () -> ANSWER_NANOS));
        cluster.start(cluster.work(3_000).taking(SHORT));
        join(cluster);
        cluster.finishCompletely();
        assertThat(changes(cluster))
                .isNotEmpty()
                .allSatisfy(change -> assertThat(change.what())
                        .containsAnyOf("weights measured", "SS")
                        .contains("prefetch 0"));
    }

    @Test
    void shouldMakeNoChangeThatComesTooLate() {
        Cluster cluster = cluster(PolicyName.SS, 0);
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> Cluster.SECOND / 5);
        tune(cluster, null, beside);
        cluster.start(cluster.work(1_500, 1_500, 1_500).taking(SHORT));
        join(cluster);
        cluster.finishCompletely();
        assertThat(changes(cluster)).isEmpty();
        assertThat(beside.executed()).as("tasks of the tuner").isGreaterThan(2);
    }

    @Test
    void shouldLeaveARunAloneWhoseHandoutAnOperatorChanges() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(3_000).taking(SHORT));
        join(cluster);
        cluster.awaitAccepted(100);
        Handout theirs = new Handout(PolicyName.SS, Weighting.EQUAL, 1, 0);
        cluster.master().course().actuator().apply(Change.handout(theirs, "a test"));
        cluster.finishCompletely();
        assertThat(cluster.master().course().actuator().handout()).isEqualTo(theirs);
        assertThat(changes(cluster)).hasSize(2);
        assertThat(changes(cluster).get(1).what()).isEqualTo("the tuning ends");
        assertThat(changes(cluster).get(1).why()).isEqualTo("the hand-out was changed by hand");
    }

    @Test
    void shouldGoBackForGoodWhenACycleEndsEarly() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(3_000, 500).taking(SHORT).decide(2_500, Verdict.CYCLE_COMPLETE));
        join(cluster);
        cluster.await("a change", () -> !changes(cluster).isEmpty());
        cluster.await("the second cycle", () -> cluster.master().course().cycle() == 1);
        assertThat(policy(cluster)).isEqualTo(PolicyName.SS);
        cluster.finish();
        List<RunView.Decision> changes = changes(cluster);
        assertThat(changes.get(changes.size() - 1).why()).startsWith("a cycle ended before its units did");
    }

    @Test
    void shouldSayThatAChangeWasNotJudgedWhenTheRunEnds() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(3_000).taking(SHORT));
        join(cluster);
        cluster.await("a change", () -> !changes(cluster).isEmpty());
        cluster.master().course().end(RunEnd.interrupted(130));
        cluster.finish();
        assertThat(changes(cluster)).hasSize(1);
        assertThat(changes(cluster).get(0).outcome()).startsWith("kept: not judged, because the run ended");
    }

    @Test
    void shouldEndTheTuningWhenALookEndsWithAnError() {
        Cluster cluster = cluster(PolicyName.SS, 0);
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> ANSWER_NANOS);
        tune(cluster, null, beside);
        cluster.start(cluster.work(3_000).taking(SHORT));
        join(cluster);
        cluster.await("a change", () -> !changes(cluster).isEmpty());
        beside.failing(new NoClassDefFoundError("a test"));
        cluster.finishCompletely();
        RunView.Decision last = changes(cluster).get(changes(cluster).size() - 1);
        assertThat(last.what()).isEqualTo("the tuning ends");
        assertThat(last.why()).isEqualTo("the model failed: java.lang.NoClassDefFoundError: a test");
        assertThat(policy(cluster)).isEqualTo(PolicyName.SS);
    }

    @Test
    void shouldTuneAMasterWithItsSubMaster() {
        Cluster cluster = tuned(0);
        cluster.start(cluster.work(3_000).taking(SHORT));
        SubNode branch = cluster.subMaster("branch");
        cluster.joinBelow("branch", "c", 1);
        cluster.join("a", 1);
        cluster.finishCompletely();
        assertThat(changes(cluster)).isNotEmpty();
        assertThat(branch.master().course().actuator().handout().policy()).isEqualTo(policy(cluster));
    }

    /** Half an hour, of which one hundredth is eighteen seconds; a look takes four. */
    @Test
    void shouldTakeNoMoreThanItsShareOfAProcessor() {
        Cluster cluster = cluster(PolicyName.SS, 0);
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> ANSWER_NANOS).costing(2 * Cluster.SECOND);
        cluster.terms().tuning = new TuningTerms(null, RuntimeCosts.NONE, TuningTerms.USUAL_SHARE, beside);
        cluster.start(cluster.work(3_600).taking(unit -> (500 + unit % 1_000) * Cluster.MILLI));
        join(cluster);
        cluster.finishCompletely();
        TunerCost cost = cost(cluster);
        assertThat(cost.looks()).isGreaterThanOrEqualTo(2);
        assertThat(cost.cpuSeconds()).isPositive().isLessThan(TuningTerms.USUAL_SHARE * seconds(cluster));
    }

    @Test
    void shouldLookAtNothingWithoutATimeForIt() {
        Cluster cluster = cluster(PolicyName.SS, 0);
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> ANSWER_NANOS);
        cluster.terms().tuning = new TuningTerms(null, RuntimeCosts.NONE, TuningTerms.USUAL_SHARE, beside);
        cluster.start(cluster.work(3_000).taking(SHORT)); // a second, of which one hundredth is too little
        join(cluster);
        cluster.finishCompletely();
        assertThat(changes(cluster)).isEmpty();
        assertThat(cost(cluster)).isEqualTo(new TunerCost("policy", 0, 0));
    }

    private static void disturb(Cluster cluster, List<Cluster.Node> nodes, RandomGenerator random) {
        Cluster.Node node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(5)) {
            case 0 -> node.link().cut();
            case 1 -> node.die();
            case 2 -> node.worker().drain("a signal");
            default -> {
                if (nodes.size() < 8) {
                    nodes.add(cluster.join("h" + nodes.size(), 1 + random.nextInt(3), 0.5 + random.nextDouble()));
                }
            }
        }
    }

    @SeededTest(runs = 15)
    void shouldAcceptEachUnitOnceWhileThePolicyIsTuned(RandomGenerator random) {
        Cluster cluster = cluster(PolicyName.SS, 0);
        cluster.terms().speculation = random.nextInt(2) * 10;
        tune(
                cluster,
                random.nextInt(3) == 0 ? Weighting.MEASURED : null,
                new LaterBeside(cluster.loop(), () -> random.nextLong(40 * Cluster.MILLI)));
        String mode = List.of("each", "end", "sum").get(random.nextInt(3));
        Work work = cluster.work(1_200, 300, 700)
                .taking(unit -> (1 + unit % 7) * Cluster.DELAY_NANOS)
                .heavy(random.nextBoolean() ? 300_000 : 10)
                .results(Work.mode(mode));
        cluster.start(work);
        List<Cluster.Node> nodes = new ArrayList<>();
        for (int first = 0; first < 3; first++) {
            nodes.add(cluster.join("h" + first, 1 + random.nextInt(2)));
        }
        cluster.loop().advance(2 * Cluster.MILLI);
        for (int blow = random.nextInt(4); blow >= 0; blow--) {
            cluster.loop().advance(random.nextLong(60 * Cluster.MILLI));
            disturb(cluster, nodes, random);
        }
        cluster.join("last", 1);
        cluster.finishCompletely();
        work.assertComplete(mode);
    }
}
