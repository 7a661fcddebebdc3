package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.master.record.ResultTrace;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.testing.NoLeaks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what the recorder has of a run with its progress and its ledger. */
@NoLeaks
class ClusterRecordTest extends ClusterCase {
    private RunCore core() {
        return cluster.master().core();
    }

    private RunViews views() {
        return new RunViews(core(), RunTerms.of("Work", List.of(), Instant.EPOCH), directory, () -> 3);
    }

    private RunView ended(RunEnd how) {
        RunViews views = views();
        views.ended(how);
        return views.now(0);
    }

    private void assertBandsAgreeWithTheLedger(double toleranceSeconds) {
        CauseTimes ledger =
                core().ledger().summary(core().progress().endNanos()).times();
        for (Cause cause : Cause.values()) {
            assertThat(core().recording().recorder().total(cause) / 1e9)
                    .as("%s of %s", cause, ledger)
                    .isCloseTo(ledger.of(cause) / 1e9, within(toleranceSeconds));
        }
    }

    @Test
    void shouldRecordBottlenecksCyclesAndDecisions() {
        cluster.start(cluster.work(3_000, 1_500).taking(unit -> 20 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.join("b", 1);
        RunView view = ended(cluster.finishCompletely());

        List<RegimeSlice> regimes = view.course().regimes();
        assertThat(regimes).isNotEmpty();
        assertThat(regimes.get(0).fromSeconds()).isZero();
        RegimeSlice longest = regimes.stream()
                .max(Comparator.comparingDouble(RegimeSlice::seconds))
                .orElseThrow();
        assertThat(longest.regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(longest.resource()).isEqualTo("computing");
        assertThat(longest.computation()).isGreaterThan(0.9);

        List<CycleRecord> cycles = view.course().cycles();
        assertThat(cycles.stream().mapToInt(CycleRecord::ended).sum()).isEqualTo(2);
        assertThat(cycles.stream()
                        .filter(each -> each.cycle() == 0)
                        .mapToLong(CycleRecord::units)
                        .sum())
                .isEqualTo(3_000);
        assertThat(cycles.stream().mapToLong(CycleRecord::units).sum()).isEqualTo(4_500);
        assertThat(cycles.stream().mapToDouble(CycleRecord::computeSeconds).sum())
                .isCloseTo(90, within(0.5));
        assertThat(cycles.stream().mapToLong(CycleRecord::bytesOut).sum())
                .as("some inputs may be sent when the last result is there")
                .isCloseTo(core().traffic().bytesSent(), withinPercentage(1));
        assertThat(cycles.stream().mapToLong(CycleRecord::bytesIn).sum())
                .isEqualTo(core().traffic().bytesReceived());
        CauseTimes spent = cycles.stream().map(CycleRecord::causes).reduce(CauseTimes.ZERO, CauseTimes::plus);
        assertThat(spent.of(Cause.COMPUTE) / 1e9).isCloseTo(90, within(2.0));
        assertThat(cycles.get(0).regime()).as("of a part of the first cycle").isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(core().recording().recorder().decisions()).isEqualTo(view.decisions());
    }

    @Test
    void shouldNameTheLimitOfARunningRun() {
        cluster.start(cluster.work(3_000).taking(unit -> 20 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.awaitAccepted(1_000);
        RunView view = views().now(0);
        assertThat(view.overview().bottleneck()).startsWith("Computing limits the run (");
        cluster.finishCompletely();
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldRecordSpansBandsAndUnitsOfARun(String mode) {
        cluster.start(cluster.work(300, 500)
                .taking(unit -> (5 + unit % 7) * Cluster.MILLI)
                .results(Work.mode(mode)));
        cluster.join("a", 2);
        cluster.join("b", 1);
        RunView view = ended(cluster.finishCompletely());

        RunView.Spans spans = view.spans();
        assertThat(Arrays.stream(spans.units()).sum()).isEqualTo(800);
        assertThat(spans.omitted()).isZero();
        assertThat(spans.outcome()).containsOnly(RunRecorder.ACCEPTED);
        assertThat(view.lanes()).extracting(RunView.Lane::slot).containsExactly(1, 2, 1);
        assertThat(spans.lane()).contains(0, 1, 2);
        assertNoOverlap(spans);
        double computed = IntStream.range(0, 800).mapToLong(i -> 5 + i % 7).sum() / 1e3;
        assertThat(Arrays.stream(spans.micros()).sum() / 1e6).isCloseTo(computed, within(0.5));
        assertBandsAgreeWithTheLedger(0.02);

        assertThat(view.overview().doneInAll()).isEqualTo(800);
        assertThat(view.overview().workers()).isEqualTo(2);
        assertThat(view.overview().slots()).isEqualTo(3);
        assertThat(view.overview().rateMean())
                .isGreaterThanOrEqualTo(800 / view.overview().seconds() - 1e-6);
        assertThat(view.series().done()[view.series().done().length - 1])
                .isEqualTo(core().progress().snapshot().finishedInAll());
        assertThat(view.ledger().lines().stream()
                        .mapToDouble(IdleLedger.Share::percent)
                        .sum())
                .isCloseTo(100, within(0.5));
        assertThat(view.about().kind()).isEqualTo(RunView.Kind.ENDED);
        assertThat(view.hosts()).extracting(RunView.Host::name).containsExactly("a", "b");
        assertThat(view.links()).hasSize(3);
        assertThat(view.forecasts().actual()).isCloseTo(view.overview().seconds(), within(1e-6));
        assertThat(view.decisions()).extracting(RunView.Decision::kind).contains("policy", "worker");
    }

    private static void assertNoOverlap(RunView.Spans spans) {
        long[] end = new long[10];
        for (int i = 0; i < spans.lane().length; i++) {
            int lane = spans.lane()[i];
            assertThat(spans.fromMicros()[i]).as("span %s", i).isGreaterThanOrEqualTo(end[lane]);
            end[lane] = spans.fromMicros()[i] + spans.micros()[i];
        }
    }

    @Test
    void shouldPlaceASpanWhereItWasComputed() {
        List<Long> begun = new ArrayList<>();
        cluster.start(cluster.work(4)
                .taking(unit -> Cluster.SECOND)
                .computing(unit -> begun.add(cluster.loop().nanoTime())));
        cluster.join("a", 1);
        RunView view = ended(cluster.finishCompletely());
        long start = core().progress().startNanos();
        for (int i = 0; i < 4; i++) {
            double end = (begun.get(i) - start) / 1e9; // the time is spent before the hook
            assertThat((view.spans().fromMicros()[i] + view.spans().micros()[i]) / 1e6)
                    .isCloseTo(end, within(0.002));
            assertThat(view.spans().micros()[i]).isCloseTo(1_000_000, within(1_000L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldTraceWhenUnitsWereQueuedAndTheSizeOfTheirInputs(String mode) {
        List<ResultTrace.Row> rows = new ArrayList<>();
        cluster.start(
                cluster.work(200).taking(unit -> (5 + unit % 7) * Cluster.MILLI).results(Work.mode(mode)));
        core().recording().trace(new ResultTrace() {
            @Override
            public void run(Row row) {
                rows.add(row);
            }

            @Override
            public void close() {}
        });
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertThat(rows.stream().mapToInt(row -> row.run().units()).sum()).isEqualTo(200);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.queuedNanos())
                    .isBetween(0L, row.endedNanos() - row.run().computeNanos());
            assertThat(row.bytesIn())
                    .as("each input has 8 bytes and its length")
                    .isEqualTo(9L * row.run().units());
        });
    }

    @Test
    void shouldShowARunningRun() {
        cluster.start(cluster.work(2_000).taking(unit -> 10 * Cluster.MILLI).expecting(1));
        cluster.join("a", 2);
        RunViews views = views();
        RunView before = views.now(0);
        assertThat(before.overview().etaLow()).isEqualTo(-1);
        cluster.awaitAccepted(1_000);
        RunView view = views.now(before.sequence());
        assertThat(view.whole()).isFalse();
        assertThat(view.about().kind()).isEqualTo(RunView.Kind.LIVE);
        assertThat(view.overview().workers()).isEqualTo(1);
        assertThat(view.overview().workersExpected()).isEqualTo(3);
        assertThat(view.overview().slots()).isEqualTo(2);
        assertThat(view.overview().rateNow()).isBetween(150.0, 220.0);
        assertThat(view.overview().etaLow()).isBetween(3.0, 6.0);
        assertThat(view.overview().etaHigh()).isBetween(view.overview().etaLow(), 8.0);
        views.forecast();
        assertThat(views.now(0).forecasts().at()).hasSize(1);
        cluster.finishCompletely();
    }

    @Test
    void shouldRecordAWorkerThatDies() {
        cluster.start(cluster.work(300).taking(unit -> 20 * Cluster.MILLI));
        Cluster.Node lost = cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.awaitAccepted(100);
        lost.die();
        RunView view = ended(cluster.finishCompletely());
        assertThat(view.lanes().get(0).state()).isEqualTo(RunView.State.GONE);
        int[] gone = spans(view.spans(), RunRecorder.LOST);
        assertThat(gone).as("the unit that it computed").hasSize(1);
        assertThat(view.spans().lane()[gone[0]]).isZero();
        assertThat(view.spans().micros()[gone[0]]).isBetween(0L, 60_000L); // a unit, and the time until it is noticed
        long end = view.spans().fromMicros()[gone[0]] + view.spans().micros()[gone[0]];
        assertThat(end / 1e6).isCloseTo(away(view), within(1e-3));
        assertNoOverlap(view.spans());
        assertThat(view.decisions()).extracting(RunView.Decision::what).anyMatch(what -> what.contains("is away"));
        RunRecorder recorder = core().recording().recorder();
        CauseTimes ledger =
                core().ledger().summary(core().progress().endNanos()).times();
        long bands = Arrays.stream(Cause.values()).mapToLong(recorder::total).sum();
        assertThat(bands / 1e9).isCloseTo(ledger.total() / 1e9, within(0.1));
        assertThat(recorder.total(Cause.COMPUTE)) // of which the lost worker has reported nothing
                .isGreaterThan(ledger.of(Cause.COMPUTE));
    }

    private static int[] spans(RunView.Spans spans, int outcome) {
        return IntStream.range(0, spans.lane().length)
                .filter(i -> spans.outcome()[i] == outcome)
                .toArray();
    }

    private static double away(RunView view) {
        return view.decisions().stream()
                .filter(one -> one.what().contains("is away"))
                .findFirst()
                .orElseThrow()
                .seconds();
    }

    @Test
    void shouldRecordNothingAsLostOfAWorkerThatComesBack() {
        cluster.start(cluster.work(300).taking(unit -> 20 * Cluster.MILLI));
        Cluster.Node back = cluster.join("a", 2);
        cluster.awaitAccepted(100);
        back.link().cut();
        RunView view = ended(cluster.finishCompletely());
        assertThat(away(view)).isPositive();
        assertThat(view.spans().outcome()).containsOnly(RunRecorder.ACCEPTED);
    }

    @Test
    void shouldRecordFailures() {
        cluster.terms().keepGoing = true;
        cluster.start(cluster.work(20).taking(unit -> 30 * Cluster.MILLI).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("no seven");
            }
        }));
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.join("c", 1);
        RunView view = ended(cluster.finish());
        int[] failed = spans(view.spans(), RunRecorder.FAILED);
        assertThat(failed).hasSize(3);
        assertThat(Arrays.stream(failed).boxed()).allSatisfy(i -> {
            assertThat(view.spans().firstUnit()[i]).isEqualTo(7);
            assertThat(view.spans().units()[i]).isEqualTo(1);
            assertThat(view.spans().micros()[i]).isCloseTo(30_000, within(100L));
        });
        assertThat(Arrays.stream(failed).map(i -> view.spans().lane()[i])).containsExactlyInAnyOrder(0, 1, 2);
        assertNoOverlap(view.spans());
        assertThat(view.overview().failures()).isEqualTo(1);
        assertThat(view.failures()).hasSize(3).allSatisfy(failure -> {
            assertThat(failure.unit()).isEqualTo(7);
            assertThat(failure.message()).contains("no seven");
            assertThat(failure.stack()).contains("IllegalStateException");
        });
        assertThat(view.failures()).extracting(RunView.Failure::given).containsExactly(false, false, true);
        assertThat(view.failures()).extracting(RunView.Failure::tries).containsExactly(1, 2, 3);
        assertThat(view.failures()).extracting(RunView.Failure::host).doesNotHaveDuplicates();
    }

    @Test
    void shouldRecordWhatAWorkerPrintedBeforeAFailure() {
        List<Runnable> later = new ArrayList<>();
        cluster.terms().keepGoing = true;
        cluster.start(cluster.work(20).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("no seven");
            }
        }));
        core().recording().logs((host, pid) -> List.of("printed on " + host), Runnable::run, later::add);
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.join("c", 1);
        cluster.await("failed", () -> !later.isEmpty());
        assertThat(core().recording().recorder().failures()).isEmpty();
        later.remove(0).run();
        cluster.await("read", () -> !core().recording().recorder().failures().isEmpty());
        RunView view = ended(cluster.finish());
        assertThat(later).as("logs that the end of the run reads").isNotEmpty();
        assertThat(view.failures())
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure.log()).containsExactly("printed on " + failure.host()));
        assertThat(view.failures()).extracting(RunView.Failure::tries).containsExactly(1, 2, 3);
        later.forEach(Runnable::run);
        assertThat(core().recording().recorder().failures()).hasSize(3);
    }

    @Test
    void shouldRecordWorkersBelowASubMaster() {
        cluster.start(cluster.work(600).taking(unit -> 10 * Cluster.MILLI));
        SubNode sub = cluster.subMaster("sub");
        cluster.await("sub serves", sub::isServing);
        cluster.joinBelow("sub", "a", 2);
        cluster.joinBelow("sub", "b", 1);
        RunView view = ended(cluster.finishCompletely());
        assertThat(view.lanes()).extracting(RunView.Lane::worker).containsExactlyInAnyOrder("w1", "w1/w1", "w1/w2");
        assertThat(view.lanes().get(0).slots()).isEqualTo(3);
        assertThat(view.spans().lane()).isEmpty();
        assertThat(view.bands().rows()).hasSize(3);
        assertThat(view.decisions()).extracting(RunView.Decision::kind).contains("sub-master");
        assertBandsAgreeWithTheLedger(0.2);
    }

    @Test
    void shouldRecordLargeTransfers() {
        cluster.start(cluster.work(50).padded(100_000));
        cluster.join("a", 1);
        RunView view = ended(cluster.finishCompletely());
        RunView.Transfers transfers = view.transfers();
        assertThat(transfers.bytes()).isNotEmpty();
        assertThat(IntStream.range(0, transfers.bytes().length)
                        .filter(i -> transfers.toMaster()[i] == 1)
                        .mapToLong(i -> transfers.bytes()[i])
                        .sum())
                .isGreaterThan(5_000_000);
        assertThat(Arrays.stream(view.series().bytesUp()).sum())
                .isEqualTo(core().recording().recorder().bytes(true));
        assertThat(Arrays.stream(view.series().bytesDown()).sum()).isPositive();
    }
}
