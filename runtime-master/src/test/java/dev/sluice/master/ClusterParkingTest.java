package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.master.report.HostCosts;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.tune.Applied;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.Note;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.testing.NoLeaks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are parked for a while, and hand-outs that change, while a run goes on. */
@NoLeaks
class ClusterParkingTest extends ClusterCase {
    private static final int SETUP_BYTES = 1 << 20;

    private final Map<String, Integer> computed = new HashMap<>();
    private final List<String> setups = new ArrayList<>();

    @BeforeEach
    void begin() {
        cluster.terms().policy = PolicyName.SS;
    }

    private Work start(long... cycles) {
        Work work = cluster.work(cycles).taking(unit -> 10 * Cluster.MILLI);
        cluster.start(work);
        return work;
    }

    private Cluster.Node join(Work work, String host) {
        Work copy = work.onWorker(1)
                .computing(unit -> computed.merge(host, 1, Integer::sum))
                .coding(step -> {
                    if (step.startsWith("decode setup")) {
                        setups.add(host);
                    }
                });
        Cluster.Node node = cluster.join(host, 1, copy, Cluster.runFile("master"));
        cluster.await("registration of " + host, () -> entry(host) != null);
        return node;
    }

    private int computed(String host) {
        return computed.getOrDefault(host, 0);
    }

    private Applied park(String host) {
        return cluster.master().course().actuator().park(Set.of(entry(host).id), "a test");
    }

    private Applied unpark(String host) {
        return cluster.master().course().actuator().unpark(Set.of(entry(host).id), "a test");
    }

    private RunView.State state(String host) {
        return entry(host).state();
    }

    /** Runs until the worker has finished what it had, and long enough to see that it gets no more. */
    private int quiet(String host) {
        cluster.loop().advance(Cluster.SECOND / 5);
        int before = computed(host);
        cluster.loop().advance(Cluster.SECOND / 2);
        assertThat(computed(host)).isEqualTo(before);
        return before;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, SETUP_BYTES})
    void shouldSkipTheSetupOfAParkedWorkerAndSendItWhenItWorksAgain(int setupBytes) {
        Work work = cluster.work(200, 400).taking(unit -> 10 * Cluster.MILLI).heavy(setupBytes);
        cluster.start(work);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(20);
        assertThat(park("b").changed()).containsExactly("w2 on b");
        cluster.await("the next cycle", () -> work.cyclesBegun() == 2);
        int before = quiet("b");
        assertThat(setups.stream().filter("b"::equals)).as("setups of b").hasSize(1);
        assertThat(unpark("b").changed()).containsExactly("w2 on b");
        cluster.finishCompletely();
        assertThat(setups.stream().filter("b"::equals)).as("setups of b").hasSize(2);
        assertThat(computed("b")).isGreaterThan(before + 50);
    }

    @Test
    void shouldSendNoSetupTwiceInOneCycle() {
        Work work = start(300);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        int before = quiet("b");
        unpark("b");
        cluster.finishCompletely();
        assertThat(setups).containsExactlyInAnyOrder("a", "b");
        assertThat(computed("b")).isGreaterThan(before);
    }

    @Test
    void shouldLetWorkersJoinParkedWhereEnoughAreAtWork() {
        cluster.terms().active = 1;
        Work work = start(200);
        join(work, "a");
        Peer late = cluster.scripted();
        late.register("late", 2, 77);
        cluster.await("its terms", () -> late.has(WorkTerms.class));
        assertThat(late.first(WorkTerms.class).parked()).isTrue();
        assertThat(cluster.master().driver().parkedSlots()).isEqualTo(2);
        cluster.awaitAccepted(100);
        assertThat(late.has(CycleSetup.class)).isFalse();
        assertThat(late.has(Assign.class)).isFalse();
        late.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
    }

    @Test
    void shouldLetOneParkedWorkerTakeThePlaceOfALostOne() {
        cluster.terms().active = 1;
        Work work = start(400);
        Cluster.Node lost = join(work, "a");
        join(work, "b");
        join(work, "c");
        cluster.awaitAccepted(50);
        assertThat(computed("b") + computed("c")).isZero();
        lost.die();
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(300);
        assertThat(computed("c")).isZero();
    }

    @Test
    void shouldLetOneParkedWorkerTakeThePlaceOfOneThatLeaves() {
        cluster.terms().active = 1;
        Work work = start(400);
        Cluster.Node leaves = join(work, "a");
        join(work, "b");
        join(work, "c");
        cluster.awaitAccepted(50);
        leaves.worker().drain("a signal");
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(300);
        assertThat(computed("c")).isZero();
    }

    @Test
    void shouldParkAWorkerAgainThatReturnsWhenItsPlaceIsTaken() {
        cluster.terms().active = 1;
        Work work = start(600);
        Cluster.Node broken = join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(50);
        broken.link().cut();
        cluster.awaitHeard("w1 on a is back");
        assertThat(state("a")).isEqualTo(RunView.State.PARKED);
        quiet("a");
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(300);
    }

    @Test
    void shouldRefuseToParkTheLastWorkerAtWork() {
        Work work = start(200);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        Applied refused = park("a");
        assertThat(refused.refused()).contains("no worker at work (expected: at least one)");
        assertThat(refused.changed()).isEmpty();
        assertThat(state("a")).isEqualTo(RunView.State.CONNECTED);
        cluster.finishCompletely();
    }

    @Test
    void shouldLetAParkedWorkerWorkWhenTheLastOtherOneIsLost() {
        Work work = start(400);
        Cluster.Node lost = join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        int before = quiet("b");
        lost.die();
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(before + 200);
    }

    @Test
    void shouldPutASpareInThePlaceOfAParkedWorker() {
        cluster.terms().active = 1;
        Work work = start(400);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(50);
        Applied applied = park("a");
        assertThat(applied.changed()).containsExactly("w1 on a");
        assertThat(applied.replaced()).containsExactly("w2 on b");
        quiet("a");
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(300);
    }

    @Test
    void shouldDoWithoutAParkedWorkerThatDies() {
        Work work = start(300);
        join(work, "a");
        Cluster.Node dies = join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        quiet("b");
        dies.die();
        cluster.finishCompletely();
        assertThat(cluster.counters().reassigned()).isZero();
    }

    @Test
    void shouldKeepAWorkerParkedThatReturnsAfterItsConnectionBroke() {
        Work work = start(200, 600);
        join(work, "a");
        Cluster.Node broken = join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        int before = quiet("b");
        broken.link().cut();
        cluster.awaitHeard("w2 on b is back");
        assertThat(state("b")).isEqualTo(RunView.State.PARKED);
        cluster.await("the next cycle", () -> work.cyclesBegun() == 2);
        assertThat(quiet("b")).isEqualTo(before);
        unpark("b");
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(before + 50);
    }

    @Test
    void shouldLetAWorkerWorkAgainInTheCycleInWhichItReturned() {
        Work work = start(600);
        join(work, "a");
        Cluster.Node broken = join(work, "b");
        cluster.awaitAccepted(20);
        park("b");
        int before = quiet("b");
        broken.link().cut();
        cluster.awaitHeard("w2 on b is back");
        unpark("b");
        cluster.finishCompletely();
        assertThat(computed("b")).isGreaterThan(before + 50);
    }

    @Test
    void shouldTakeWhatAParkedWorkerKeepsUntilTheEndOfTheCycle() {
        Work work = cluster.work(300, 200).taking(unit -> 10 * Cluster.MILLI).results(Results.atCycleEnd());
        cluster.start(work);
        join(work, "a");
        join(work, "b");
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 100);
        park("b");
        assertThat(quiet("b")).isPositive();
        cluster.finishCompletely();
        assertThat(work.accepted(0)).containsExactlyInAnyOrderElementsOf(ClusterTest.units(300));
    }

    @Test
    void shouldTakeWhatAParkedWorkerHasAccumulated() {
        Work work = cluster.work(300).taking(unit -> 10 * Cluster.MILLI).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        join(work, "a");
        join(work, "b");
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 100);
        park("b");
        assertThat(quiet("b")).isPositive();
        cluster.finishCompletely();
        assertThat(work.totals()).containsExactly(ClusterTest.sum(0, 300));
    }

    @Test
    void shouldCountTheTimeOfParkedSlotsSoThatAllCausesSumUp() {
        Work work = start(2_000, 100);
        join(work, "a");
        Cluster.Node broken = join(work, "b");
        cluster.awaitAccepted(200);
        park("b");
        cluster.loop().advance(5 * Cluster.SECOND);
        broken.link().cut();
        cluster.awaitHeard("w2 on b is back");
        cluster.loop().advance(2 * Cluster.SECOND);
        unpark("b");
        RunReport report = report(cluster.finishCompletely());
        assertThat(report.ledger().sumPercent()).isCloseTo(100, within(0.5));
        CauseTimes times = cluster.master()
                .core()
                .ledger()
                .times(workerOf("b"), cluster.loop().nanoTime());
        assertThat(times.of(Cause.PARKED) / 1e9).isBetween(6.5, 7.5);
        assertThat(cluster.master()
                        .core()
                        .ledger()
                        .times(workerOf("a"), cluster.loop().nanoTime())
                        .of(Cause.PARKED))
                .isZero();
    }

    private WorkerId workerOf(String host) {
        return cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals(host))
                .findAny()
                .orElseThrow()
                .id;
    }

    private RunReport report(RunEnd end) {
        RunCore core = cluster.master().core();
        RunTerms terms = RunTerms.of("Work", List.of(), Instant.EPOCH);
        RunReport.Manner manner = RunReport.Manner.of(core.settings(), Results.each());
        List<HostCosts> costs = HostCosts.of(core, 5_000_000, 1_000_000, entry -> Optional.empty());
        return RunReport.of(terms, core.settings(), manner, core, end, costs);
    }

    @Test
    void shouldParkTheWorkersThatAnOperatorNames() {
        Work work = start(2_000);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(50);
        Peer operator = cluster.operator();
        operator.send(SteerWorkers.of(SteerWorkers.How.PARK, List.of("nobody")));
        operator.send(SteerWorkers.of(SteerWorkers.How.PARK, List.of("b")));
        operator.send(SteerWorkers.of(SteerWorkers.How.PARK, List.of("w1")));
        cluster.await("the answers", () -> operator.received(SteerAnswer.class).size() == 3);
        List<SteerAnswer> answers = operator.received(SteerAnswer.class);
        assertThat(answers.get(0).unknown()).containsExactly("nobody");
        assertThat(answers.get(0).present()).containsExactly("w1 on a", "w2 on b");
        assertThat(answers.get(1).changed()).containsExactly("w2 on b");
        assertThat(answers.get(2).refused()).contains("at least one");
        join(work, "b"); // another worker of the parked host
        cluster.loop().advance(Cluster.SECOND);
        assertThat(cluster.master().driver().parkedSlots()).isEqualTo(2);
        operator.send(SteerWorkers.of(SteerWorkers.How.LIST, List.of(SteerWorkers.ALL)));
        operator.send(SteerWorkers.of(SteerWorkers.How.UNPARK, List.of("b")));
        cluster.await("the answers", () -> operator.received(SteerAnswer.class).size() == 5);
        assertThat(operator.received(SteerAnswer.class).get(3))
                .isEqualTo(
                        SteerAnswer.done(List.of("w2 on b", "w3 on b"), "", List.of("w1 on a", "w2 on b", "w3 on b")));
        assertThat(operator.received(SteerAnswer.class).get(4).changed()).containsExactly("w2 on b", "w3 on b");
        operator.send(new Note("another switch"));
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
        assertThat(decided())
                .contains("w2 on b is parked", "w3 on b is parked", "w2 on b works again", "another switch");
    }

    @Test
    void shouldChangeTheHandoutThatAnOperatorNames() {
        Work work = start(2_000);
        join(work, "a");
        join(work, "b");
        cluster.awaitAccepted(50);
        Peer operator = cluster.operator();
        operator.send(new ChangeHandout("FAC", "MEASURED", 2, -1));
        operator.send(new ChangeHandout("AWF", "EQUAL", -2, -1));
        operator.send(new ChangeHandout("NEW", "", -2, -1));
        operator.send(new ChangeHandout("", "", -2, -1));
        cluster.await(
                "the answers", () -> operator.received(HandoutAnswer.class).size() == 4);
        List<HandoutAnswer> answers = operator.received(HandoutAnswer.class);
        assertThat(answers.get(0))
                .isEqualTo(new HandoutAnswer(new Handout(PolicyName.FAC, Weighting.MEASURED, 2, 0), ""));
        assertThat(answers.get(1).refused()).contains("--weights: EQUAL with policy AWF");
        assertThat(answers.get(2).refused()).contains("--policy: NEW (expected: one of [SS, ");
        assertThat(answers.get(3)).isEqualTo(answers.get(0));
        assertThat(cluster.master().course().actuator().handout())
                .isEqualTo(new Handout(PolicyName.FAC, Weighting.MEASURED, 2, 0));
        assertThat(cluster.master().core().recording().changes())
                .filteredOn(Script.SwitchPolicy.class::isInstance)
                .as("refused changes and those that change nothing do not count")
                .hasSize(1);
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
        assertThat(decided()).contains("FAC, weights measured, prefetch 2, speculation 0 %");
        assertThat(cluster.master().core().recording().recorder().decisions().stream()
                        .filter(decision -> decision.what().startsWith("FAC"))
                        .map(RunView.Decision::outcome))
                .singleElement()
                .asString()
                .matches("[0-9]+ chunks of 1 to [0-9]{2,} units");
    }

    @Test
    void shouldNeverCopyUnitsOfAccumulatedResults() {
        Work work = cluster.work(200).taking(unit -> 10 * Cluster.MILLI).results(Accumulation.exact(0L, Long::sum));
        cluster.start(work);
        join(work, "a");
        cluster.await("units are computed", () -> cluster.master().driver().completedUnits() >= 10);
        Peer operator = cluster.operator();
        operator.send(new ChangeHandout("", "", -2, 50));
        cluster.await("the answer", () -> operator.has(HandoutAnswer.class));
        assertThat(operator.first(HandoutAnswer.class).refused()).contains("--speculation: 50", "accumulates");
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
    }

    @Test
    void shouldNotParkSubMasters() {
        Work work = cluster.work(400).taking(unit -> 10 * Cluster.MILLI);
        cluster.start(work);
        cluster.subMaster("branch");
        cluster.joinBelow("branch", "c", 1);
        cluster.join("a", 1);
        cluster.awaitAccepted(40);
        Peer operator = cluster.operator();
        operator.send(SteerWorkers.of(SteerWorkers.How.PARK, List.of("branch")));
        cluster.await("the answer", () -> operator.has(SteerAnswer.class));
        assertThat(operator.first(SteerAnswer.class).refused()).contains("is a sub-master");
        operator.send(new Goodbye(ErrorCode.NONE, ""));
        cluster.finishCompletely();
    }
}
