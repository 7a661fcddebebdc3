package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.api.Verdict;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.session.SessionListener;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose number of workers is tuned. */
@NoLeaks
@Tag("slow")
class ClusterWorkersTest extends WorkersCluster {
    @Test
    void shouldComeNearTheBestFixedNumber() {
        comeNearTheBestFixedNumber("sum");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"each", "end"})
    void shouldComeNearTheBestFixedNumberToo(String mode) {
        comeNearTheBestFixedNumber(mode);
    }

    private void comeNearTheBestFixedNumber(String mode) {
        double all = fixed(HOSTS, mode, SETUP_BYTES);
        double best = IntStream.rangeClosed(4, 6)
                .mapToDouble(workers -> fixed(workers, mode, SETUP_BYTES))
                .min()
                .orElseThrow();

        open(true);
        start(mode, SETUP_BYTES, CYCLES);
        double tuned = finish(mode);

        assertThat(all).isGreaterThan(1.1 * best);
        assertThat(tuned).as("best %s; %s", best, decisions()).isLessThan(1.05 * best);
        RunView.Decision first = decisions().get(0);
        assertThat(first.what()).isEqualTo("3 of 8 workers are parked");
        assertThat(first.why()).contains("5 of 8 hosts compute (best by MATE 4, by flow ");
        assertThat(cluster.heard().lines()).contains("workers: 3 of 8 workers are parked; " + first.why());
        assertThat(first.gain()).matches("[0-9.]+ % less time");
        assertThat(first.outcome()).startsWith("kept: ");
        assertThat(cost().looks()).isGreaterThanOrEqualTo(decisions().size());
    }

    /** Single setups share the port, so that only all of them together show its rate. */
    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldMeasureTheRateAtWhichSetupsArriveTogether(String mode) {
        for (SetupOrder order : SetupOrder.values()) {
            open(false);
            cluster.terms().setupOrder = order;
            start(mode, SETUP_BYTES, CYCLES);
            finish(mode);
            double measured = cluster.master().core().traffic().setupPace().bytesPerSecond();
            assertThat(measured).as("%s", order).isCloseTo(PORT, withinPercentage(15));
        }
    }

    /** The cost of the only tuner of the run. */
    private TunerCost cost() {
        List<TunerCost> tuners =
                cluster.master().core().recording().course().view(1).tuners();
        assertThat(tuners).extracting(TunerCost::knob).containsExactly("workers");
        return tuners.get(0);
    }

    /** Each look takes three milliseconds, of which the last one counts until its end. */
    @Test
    void shouldReportWhatItsLooksCost() {
        open(true);
        beside.costing(3 * Cluster.MILLI);
        start("each", SETUP_BYTES, CYCLES);
        finish("each");
        assertThat(cost().looks()).isPositive();
        assertThat(cost().cpuSeconds()).isEqualTo(2 * 0.003 * cost().looks(), within(1e-9));
    }

    @Test
    void shouldLeaveARunAloneWhereAllWorkersAreOfUse() {
        open(true);
        start("each", 100_000, CYCLES);
        finish("each");
        assertThat(decisions()).isEmpty();
    }

    private void startAndAwaitParked() {
        open(true);
        start("each", SETUP_BYTES, CYCLES);
        cluster.await("parked workers", () -> parkedSlots() > 0);
    }

    private WorkerEntry entry(int node) {
        return cluster.master().core().registry().entries().stream()
                .filter(entry -> entry.host.equals("h" + node))
                .findFirst()
                .orElseThrow();
    }

    private int working() {
        return IntStream.range(0, HOSTS)
                .filter(node -> !entry(node).parked && !entry(node).gone)
                .findFirst()
                .orElseThrow();
    }

    private int parked() {
        return IntStream.range(0, HOSTS)
                .filter(node -> entry(node).parked)
                .findFirst()
                .orElseThrow();
    }

    /** A worker loses its connection, and finds nobody until the master listens again. */
    private SessionListener.Factory leave(int node) {
        SessionListener.Factory master = cluster.deafen("master");
        nodes.get(node).link().cut();
        cluster.await("the loss", () -> entry(node).connection == null);
        return master;
    }

    private void comeBack(int node, SessionListener.Factory master) {
        assertThat(entry(node).gone).isFalse();
        cluster.listen("master", master);
        cluster.await("its return", () -> entry(node).connection != null);
    }

    private void awaitEndOfTuning(String why) {
        cluster.await("the end of the tuning", () -> last().what().equals("the tuning of the number of workers ends"));
        assertThat(last().why()).isEqualTo(why);
    }

    private RunView.Decision last() {
        return decisions().get(decisions().size() - 1);
    }

    private void changeHandout() {
        Handout theirs = new Handout(PolicyName.SS, Weighting.EQUAL, 1, 0);
        cluster.master().course().actuator().handOut(theirs, "a test");
    }

    /** Units take three times as long from the eighth cycle on, so that more workers are of use. */
    @Test
    void shouldLetWorkersWorkAgainWhenUnitsTakeLonger() {
        open(true);
        timing = unit -> (cluster.master().course().cycle() < 8 ? 20 : 60) * Cluster.MILLI;
        start("each", SETUP_BYTES, CYCLES);
        cluster.await("parked workers", () -> parkedSlots() > 0);
        cluster.await("the heavy cycles", () -> cluster.master().course().cycle() == 8);
        long before = parkedSlots();
        cluster.await("a later cycle", () -> cluster.master().course().cycle() == 11);
        assertThat(parkedSlots()).as("%s", decisions()).isLessThan(before);
        finish("each");
    }

    @Test
    void shouldReplaceALostWorkerByAParkedOne() {
        startAndAwaitParked();
        long parked = parkedSlots();
        int active = cluster.master().driver().activeSlots();
        int lost = working();
        nodes.get(lost).die();
        cluster.await("the loss", () -> entry(lost).gone || entry(lost).connection == null);
        assertThat(parkedSlots()).isEqualTo(parked - 1);
        assertThat(cluster.master().driver().activeSlots()).isEqualTo(active);
        finish("each");
    }

    @Test
    void shouldGoOnWithParkedWorkersWhenAllOthersAreLost() {
        startAndAwaitParked();
        for (int node = 0; node < HOSTS; node++) {
            if (!entry(node).parked) {
                nodes.get(node).die();
            }
        }
        cluster.await("workers at work", () -> cluster.master().driver().activeSlots() > 0);
        finish("each");
    }

    @Test
    void shouldLeaveARunAloneWhoseWorkersAnOperatorParks() {
        startAndAwaitParked();
        int theirs = working();
        Peer operator = cluster.operator();
        operator.send(SteerWorkers.of(SteerWorkers.How.PARK, List.of("h" + theirs)));
        cluster.await("the answer", () -> entry(theirs).parked);
        long parked = parkedSlots();
        awaitEndOfTuning("workers were parked or unparked by hand");
        finish("each");
        assertThat(entry(theirs).parked).isTrue();
        assertThat(parkedSlots()).isEqualTo(parked);
    }

    @Test
    void shouldLetAllWorkAgainWhenACycleEndsEarly() {
        open(true);
        work = cluster.work(CYCLES).taking(timing).heavy(SETUP_BYTES).decide(100, Verdict.CYCLE_COMPLETE);
        cluster.start(work);
        IntStream.range(0, HOSTS).forEach(host -> nodes.add(cluster.join("h" + host, 1)));
        cluster.finish();
        assertThat(decisions()).hasSize(1);
        assertThat(decisions().get(0).why()).startsWith("a cycle ended before its units did");
    }

    @Test
    void shouldLetAllWorkAgainWhenAnOperatorChangesTheHandout() {
        startAndAwaitParked();
        changeHandout();
        awaitEndOfTuning("the hand-out was changed by hand");
        assertThat(parkedSlots()).isZero();
        assertThat(cluster.master().driver().activeSlots()).isEqualTo(HOSTS);
        assertThat(cluster.master().course().actuator().handout().prefetch()).isEqualTo(1);
        assertThat(decisions().get(0).outcome()).isNotEmpty();
        finish("each");
    }

    @Test
    void shouldLetAllWorkAgainWhenASubMasterJoins() {
        startAndAwaitParked();
        cluster.subMaster("branch");
        awaitEndOfTuning("the run has sub-masters, whose workers cannot be parked");
        assertThat(parkedSlots()).isZero();
        finish("each");
    }

    @Test
    void shouldLetAWorkerWorkAgainThatWasAwayWhenTheTuningEnded() {
        startAndAwaitParked();
        int away = parked();
        SessionListener.Factory master = leave(away);
        changeHandout();
        awaitEndOfTuning("the hand-out was changed by hand");
        comeBack(away, master);
        assertThat(entry(away).parked).isFalse();
        assertThat(parkedSlots()).isZero();
        finish("each");
    }

    /** Units take four times as long from the eighth cycle on, and all workers are of use. */
    @Test
    void shouldKnowThatAWorkerIsParkedWhichWasAwayWhenOthersWereUnparked() {
        open(true);
        timing = unit -> (cluster.master().course().cycle() < 8 ? 10 : 40) * Cluster.MILLI;
        start("each", SETUP_BYTES / 3, CYCLES);
        cluster.await("parked workers", () -> parkedSlots() > 1);
        cluster.await("the heavy cycles", () -> cluster.master().course().cycle() == 8);
        int away = parked();
        SessionListener.Factory master = leave(away);
        cluster.await(
                "the others work",
                () -> IntStream.range(0, HOSTS).allMatch(node -> node == away || !entry(node).parked));
        comeBack(away, master);
        assertThat(entry(away).parked).isTrue();
        cluster.await("it works", () -> !entry(away).parked);
        finish("each");
    }

    @Test
    void shouldSayThatAChangeWasNotJudgedWhenTheRunEnds() {
        startAndAwaitParked();
        cluster.master().course().end(RunEnd.interrupted(130));
        cluster.finish();
        assertThat(decisions()).hasSize(1);
        assertThat(last().outcome()).isEqualTo("kept: not judged, because the run ended");
    }

    @Test
    void shouldLetAllWorkAgainWhenALookEndsWithAnError() {
        startAndAwaitParked();
        beside.failing(new NoClassDefFoundError("a test"));
        awaitEndOfTuning("the model failed: java.lang.NoClassDefFoundError: a test");
        assertThat(parkedSlots()).isZero();
        finish("each");
    }

    @SeededTest(runs = 10)
    void shouldAcceptEachUnitOnceWhileTheNumberOfWorkersIsTuned(RandomGenerator random) {
        open(true);
        String mode = List.of("each", "end", "sum").get(random.nextInt(3));
        start(mode, random.nextBoolean() ? SETUP_BYTES : 10, 150, 200, 180, 200, 200, 100, 200, 200);
        for (int blow = random.nextInt(1, 5); blow > 0; blow--) {
            cluster.loop().advance(random.nextLong(3 * Cluster.SECOND));
            Cluster.Node node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(4)) {
                case 0 -> node.link().cut();
                case 1 -> node.die();
                case 2 -> node.worker().drain("a signal");
                default -> nodes.add(cluster.join("h" + nodes.size(), 1 + random.nextInt(2)));
            }
        }
        nodes.add(cluster.join("last", 1));
        finish(mode);
    }
}
