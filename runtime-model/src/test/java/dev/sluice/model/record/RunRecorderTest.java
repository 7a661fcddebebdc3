package dev.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.RunView.Decision;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.model.record.RunView.State;
import dev.sluice.model.schedule.RunningUnit;
import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    static final RunFacts FACTS = new RunFacts(
            new RunView.About(RunView.Kind.LIVE, "r", "a", List.of(), "", "m", "SS", "", "", "", "", -1),
            new RunView.Overview(0, 0, 1, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of()),
            List.of(),
            IdleLedger.NONE,
            null,
            List.of(),
            CourseView.NONE);

    private final RunRecorder recorder = new RunRecorder();

    private RunView whole(long nowNanos) {
        return recorder.view(0, FACTS, nowNanos);
    }

    private void computed(int worker, int slot, long from, long to) {
        recorder.computed(worker, slot, 0, from / MILLI, 1, from, to, to - from, RunRecorder.ACCEPTED);
    }

    private static int share(RunView view, int lane, int interval, Cause cause) {
        return view.bands().rows().stream()
                .filter(row -> row.lane() == lane)
                .mapToInt(row -> row.shares()[interval * Cause.values().length + cause.ordinal()] & 0xFF)
                .sum();
    }

    // ---- lanes

    @Test
    void shouldHaveALaneForEachSlot() {
        recorder.joined("w1", "a", 2, false, 0);
        recorder.joined("w2", "b", 1, false, SECOND);
        recorder.state(1, State.GONE, 3 * SECOND);
        assertThat(whole(4 * SECOND).lanes())
                .containsExactly(
                        new RunView.Lane(0, "w1", "a", 1, 1, 0, -1, State.CONNECTED),
                        new RunView.Lane(1, "w1", "a", 2, 1, 0, -1, State.CONNECTED),
                        new RunView.Lane(2, "w2", "b", 1, 1, 1, 3, State.GONE));
        assertThat(recorder.workers()).isEqualTo(1);
        assertThat(recorder.slots()).isEqualTo(2);
    }

    @Test
    void shouldHaveLanesOfWorkersThenOfHosts() {
        for (int worker = 0; worker < 1_000; worker++) {
            recorder.joined("w" + worker, "h" + worker % 10, 2, false, 0);
        }
        computed(7, 2, 0, SECOND);
        assertThat(whole(SECOND).lanes()).hasSize(2_000);
        recorder.joined("w1000", "h0", 2, false, SECOND);
        RunView workers = whole(SECOND);
        assertThat(workers.lanes()).hasSize(1_001);
        assertThat(workers.lanes().get(7)).isEqualTo(new RunView.Lane(7, "w7", "h7", 0, 2, 0, -1, State.CONNECTED));
        assertThat(workers.spans().lane()).containsExactly(7);
        assertThat(share(workers, 7, 99, Cause.COMPUTE)).isEqualTo(100); // one of two slots
        for (int worker = 1_001; worker <= 2_000; worker++) {
            recorder.joined("w" + worker, "h" + worker % 10, 2, false, SECOND);
        }
        RunView hosts = whole(SECOND);
        assertThat(hosts.lanes()).hasSize(10);
        assertThat(hosts.lanes().get(7)).isEqualTo(new RunView.Lane(7, "", "h7", 0, 400, 0, -1, State.CONNECTED));
        assertThat(hosts.spans().lane()).containsExactly(7);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(SECOND);
        computed(1_500, 1, SECOND, 2 * SECOND);
        assertThat(whole(4 * SECOND).spans().lane()).containsExactly(7, 0);
    }

    @Test
    void shouldGiveOtherHostsOneLane() {
        for (int worker = 0; worker < 3_000; worker++) {
            recorder.joined("w" + worker, "h" + worker, 1, false, 0);
        }
        RunView view = whole(SECOND);
        assertThat(view.lanes()).hasSize(2_001);
        assertThat(view.lanes().get(2_000).host()).isEqualTo("other hosts");
        assertThat(view.lanes().stream().mapToInt(RunView.Lane::slots).sum()).isEqualTo(3_000);
    }

    @Test
    void shouldGiveASubMasterOneLane() {
        int sub = recorder.joined("w1", "s", 2, false, 0);
        recorder.joined("w1/w1", "a", 8, true, 0);
        recorder.resized(sub, 8, SECOND);
        RunView view = whole(SECOND);
        assertThat(view.lanes().get(0).slots()).isEqualTo(8);
        assertThat(view.lanes().get(1).state()).isEqualTo(State.GONE);
        assertThat(view.lanes().get(2)).isEqualTo(new RunView.Lane(2, "w1/w1", "a", 0, 8, 0, -1, State.CONNECTED));
        assertThat(recorder.slots()).isEqualTo(8);
        assertThat(recorder.workers()).isEqualTo(1);
    }

    // ---- bands

    @Test
    void shouldSplitASpanAmongIntervals() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        computed(worker, 1, 5 * MILLI, 27 * MILLI);
        RunView view = whole(40 * MILLI);
        assertThat(view.bands().seconds()).isEqualTo(0.01);
        assertThat(IntStream.range(0, 3).map(i -> share(view, 0, i, Cause.COMPUTE)))
                .containsExactly(100, 200, 140);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(22 * MILLI);
    }

    @Test
    void shouldFillWithReportsWhatSpansLeave() {
        int worker = recorder.joined("w1", "a", 2, false, 0);
        computed(worker, 1, 0, 2 * SECOND);
        computed(worker, 2, 0, SECOND);
        recorder.reported(worker, CauseTimes.of(Map.of(Cause.COMPUTE, 3 * SECOND, Cause.NO_WORK, SECOND)), 2 * SECOND);
        RunView view = whole(2 * SECOND);
        assertThat(share(view, 0, 150, Cause.COMPUTE)).isEqualTo(200);
        assertThat(share(view, 0, 150, Cause.NO_WORK)).isZero();
        assertThat(share(view, 1, 50, Cause.COMPUTE)).isEqualTo(200);
        assertThat(share(view, 1, 150, Cause.NO_WORK)).isEqualTo(200);
        assertThat(recorder.total(Cause.NO_WORK)).isEqualTo(SECOND);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(3 * SECOND);
    }

    @Test
    void shouldShowALongUnitBeforeItEndsAndCountItOnce() {
        int worker = recorder.joined("w1", "a", 2, false, 0);
        for (int beat = 1; beat <= 5; beat++) {
            recorder.reported(
                    worker,
                    CauseTimes.of(Map.of(Cause.COMPUTE, 2 * SECOND, Cause.NO_WORK, 2 * SECOND)),
                    2 * beat * SECOND);
        }
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(10 * SECOND);
        computed(worker, 1, 0, 11 * SECOND);
        recorder.reported(worker, CauseTimes.of(Map.of(Cause.COMPUTE, SECOND, Cause.NO_WORK, 3 * SECOND)), 12 * SECOND);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(11 * SECOND);
        assertThat(whole(12 * SECOND).spans().micros()).containsExactly(11_000_000);
    }

    @Test
    void shouldWidenIntervalsWithoutLosingTime() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        for (int second = 0; second < 10_000; second++) {
            computed(worker, 1, second * SECOND, second * SECOND + SECOND / 2);
            recorder.spent(worker, 1, Cause.MASTER, second * SECOND + SECOND / 2, (second + 1) * SECOND);
        }
        RunView view = whole(10_000 * SECOND);
        assertThat(view.bands().seconds()).isEqualTo(10.24);
        assertThat(share(view, 0, 500, Cause.COMPUTE)).isBetween(98, 102);
        assertThat(share(view, 0, 500, Cause.COMPUTE) + share(view, 0, 500, Cause.MASTER))
                .isEqualTo(200);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(5_000 * SECOND);
        assertThat(recorder.total(Cause.MASTER)).isEqualTo(5_000 * SECOND);
    }

    @Test
    void shouldNotLetASpanBeginBeforeTheEndOfTheLast() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        computed(worker, 1, 0, 10 * MILLI);
        computed(worker, 1, 8 * MILLI, 20 * MILLI);
        assertThat(whole(SECOND).spans().fromMicros()).containsExactly(0, 10_000);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(20 * MILLI);
    }

    // ---- bounds

    @Test
    void shouldRecordWhatALostWorkerComputed() {
        int worker = recorder.joined("w1", "a", 3, false, 0);
        computed(worker, 2, 0, 900 * MILLI);
        computed(worker, 3, 0, 400 * MILLI);
        List<RunningUnit> running = List.of(
                new RunningUnit(9, 1_000 * MILLI), new RunningUnit(8, 600 * MILLI), new RunningUnit(7, 500 * MILLI));
        recorder.lost(worker, 0, running, 1_200 * MILLI);
        RunView.Spans spans = whole(2 * SECOND).spans();
        assertThat(spans.outcome()).containsExactly(0, 0, 3, 3, 3);
        assertThat(spans.firstUnit()).endsWith(7, 8, 9);
        assertThat(spans.lane()).as("the slot that was free first began first").endsWith(0, 2, 1);
        assertThat(spans.fromMicros()).as("as seen, else after the last unit").endsWith(500_000, 400_000, 900_000);
        assertThat(recorder.total(Cause.COMPUTE)).as("time that no report has").isEqualTo(1_300 * MILLI);
    }

    @Test
    void shouldKeepTheLongestSpans() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        long at = 0;
        for (int i = 0; i < 200_000; i++) {
            long length = i % 100 == 0 ? 10 * MILLI : MILLI / 10;
            computed(worker, 1, at, at + length);
            at += length;
        }
        RunView.Spans spans = whole(at).spans();
        assertThat(spans.lane().length).isBetween(15_000, 40_000);
        assertThat(spans.lane().length + spans.omitted()).isEqualTo(200_000);
        assertThat(Arrays.stream(spans.micros()).filter(micros -> micros == 10_000))
                .hasSize(2_000);
        assertThat(Arrays.stream(spans.fromMicros()).filter(from -> from < 9_950_000))
                .hasSizeBetween(3_000, 11_000); // of equal ones some from everywhere
    }

    @Test
    void shouldKeepTheFirstAndTheNewestDecisions() {
        for (int i = 0; i < 5_000; i++) {
            recorder.decided(i, "grants", "g" + i, "", "");
        }
        List<Decision> kept = whole(SECOND).decisions();
        assertThat(kept).hasSizeBetween(900, 1_000);
        assertThat(kept.subList(0, 200)).extracting(Decision::seconds).endsWith(199.0);
        assertThat(kept.get(kept.size() - 1).what()).isEqualTo("g4999");
        assertThat(kept.get(200).seconds()).isLessThanOrEqualTo(4_200);
    }

    @Test
    void shouldCutTheTextsOfFailures() {
        String text = "x".repeat(100_000);
        for (int i = 0; i < 500; i++) {
            recorder.failed(
                    new Failure(i, 0, i, text, text, true, 1, text, text, text, List.of(text, "", "last", text)));
        }
        recorder.failed(new Failure(0, 0, 0, "", "", true, 1, "", "", "", List.of("no room")));
        List<Failure> kept = whole(SECOND).failures();
        assertThat(kept).hasSize(100).allSatisfy(each -> {
            int length = each.message().length()
                    + each.stack().length()
                    + each.type().length();
            assertThat(length + String.join("", each.log()).length()).isLessThan(11 << 10);
        });
    }

    @Test
    void shouldThinForecasts() {
        for (int i = 0; i < 100_000; i++) {
            recorder.forecast(i < 50_000 ? 0 : 900, 1_000, i * 10 * MILLI);
        }
        recorder.ended(800 * SECOND);
        RunView.Forecasts forecasts = whole(1_000 * SECOND).forecasts();
        assertThat(forecasts.at().length).isBetween(200, 512);
        assertThat(forecasts.actual()).isEqualTo(1_000 - 200);
        assertThat(forecasts.held()).isCloseTo(0.5, within(0.05));
    }

    @Test
    void shouldStayBelow16MebibytesWhateverHappens() {
        long before = used();
        RandomGenerator random = new SplittableRandom(1);
        int workers = 100_000;
        for (int worker = 0; worker < workers; worker++) {
            recorder.joined("w" + worker, "host-" + worker % 30_000, 8, false, worker * MILLI / 100);
        }
        CauseTimes report = CauseTimes.of(Map.of(Cause.COMPUTE, 12 * SECOND, Cause.RESULTS_LINK, 4 * SECOND));
        String text = "é".repeat(20_000);
        for (int event = 0; event < 1_000_000; event++) {
            long now = SECOND + event * 3 * MILLI;
            int worker = random.nextInt(workers);
            switch (random.nextInt(8)) {
                case 0 -> recorder.reported(worker, report, now);
                case 1 -> recorder.transferred(worker, true, random.nextInt(1 << 30), now - MILLI, now);
                case 2 -> recorder.done(event, now);
                default -> computed(worker, 1 + random.nextInt(8), now - random.nextLong(SECOND), now);
            }
            if (event % 200 == 0) {
                recorder.outcome(recorder.decided(now / 1e9, "grants", text, text, text), text);
                recorder.failed(
                        new Failure(now / 1e9, 0, event, "w1", "a", true, 1, text, text, text, List.of(text, text)));
                recorder.forecast(event, 2 * event, now);
                recorder.state(worker, State.GONE, now);
            }
        }
        assertThat(recorder.bytes()).isLessThan(RunRecorder.MOST_BYTES).isGreaterThan(1 << 20);
        assertThat(used() - before).isLessThan(RunRecorder.MOST_BYTES + (4 << 20));
        RunView view = whole(40_000 * SECOND);
        assertThat(view.spans().lane()).hasSizeLessThanOrEqualTo(40_000);
        assertThat(view.transfers().lane()).hasSizeLessThanOrEqualTo(8_000);
        assertThat(view.bands().rows().stream()
                        .mapToInt(row -> row.shares().length)
                        .sum())
                .isLessThan(700 << 10);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    // ---- views

    @SeededTest(runs = 20, usually = 5)
    void shouldGiveTheWholeViewByItsChanges(RandomGenerator random) {
        int workers = 1 + random.nextInt(300);
        long now = 0;
        for (int worker = 0; worker < workers; worker++) {
            recorder.joined("w" + worker, "h" + worker % 7, 1 + random.nextInt(4), worker % 9 == 8, now);
        }
        RunView followed = recorder.view(0, FACTS, now);
        long pace = 1 + random.nextLong(20 * MILLI);
        int changes = 0;
        for (int step = 0; step < 20_000; step++) {
            now += random.nextLong(pace);
            happens(random, workers, now);
            if (random.nextInt(50) == 0) {
                RunView next = recorder.view(followed.sequence(), FACTS, now);
                assertThat(next.sequence()).isEqualTo(followed.sequence() + 1);
                changes += next.whole() ? 0 : 1;
                followed = AppliedViews.apply(followed, next);
            }
            if (random.nextInt(2_000) == 0) {
                followed = AppliedViews.apply(followed, recorder.view(followed.sequence(), FACTS, now));
                assertThat(AppliedViews.difference(followed, recorder.view(0, FACTS, now)))
                        .isEmpty();
            }
        }
        assertThat(changes).isPositive();
    }

    private void happens(RandomGenerator random, int workers, long now) {
        int worker = random.nextInt(workers);
        switch (random.nextInt(12)) {
            case 0 ->
                recorder.reported(
                        worker,
                        CauseTimes.of(
                                Map.of(Cause.COMPUTE, random.nextLong(SECOND), Cause.MASTER, random.nextLong(SECOND))),
                        now);
            case 1 -> recorder.transferred(worker, random.nextBoolean(), random.nextInt(1 << 20), now - MILLI, now);
            case 2 -> recorder.done(now / MILLI, now);
            case 3 -> recorder.sent(random.nextInt(1 << 20), now);
            case 4 -> {
                recorder.decided(now / 1e9, "copy", "a", "b", "c");
                recorder.outcome(random.nextInt(40), "o" + random.nextInt(9));
            }
            case 5 -> recorder.spent(worker, 1, Cause.SETUP, now - MILLI, now);
            case 6 -> {
                if (random.nextInt(200) == 0) {
                    recorder.joined("x", "h" + random.nextInt(9), random.nextInt(40), false, now);
                    recorder.state(worker, State.values()[random.nextInt(4)], now);
                    recorder.resized(worker, random.nextInt(9), now);
                }
            }
            default -> computed(worker, 1 + random.nextInt(4), now - random.nextLong(50 * MILLI), now);
        }
    }

    @Test
    void shouldBringTheOutcomeOfAnEarlierDecision() {
        int first = recorder.decided(1, "copy", "one", "", "");
        recorder.decided(2, "copy", "two", "", "");
        RunView before = recorder.view(0, FACTS, SECOND);
        recorder.outcome(first, "won");
        RunView change = recorder.view(before.sequence(), FACTS, 2 * SECOND);
        assertThat(change.decisions()).extracting(Decision::what).containsExactly("one");
        assertThat(change.decisions()).extracting(Decision::outcome).containsExactly("won");
        recorder.outcome(first, "won");
        assertThat(recorder.view(change.sequence(), FACTS, 3 * SECOND).decisions())
                .isEmpty();
        assertThat(recorder.view(0, FACTS, 30 * SECOND).decisions())
                .extracting(Decision::outcome)
                .containsExactly("won", "");
    }

    @Test
    void shouldForgetTheOutcomeOfADroppedDecision() {
        for (int i = 0; i < 2_000; i++) {
            recorder.decided(i, "grants", "g" + i, "", "");
        }
        recorder.outcome(500, "lost");
        recorder.outcome(1_999, "kept");
        assertThat(whole(SECOND).decisions())
                .filteredOn(one -> !one.outcome().isEmpty())
                .extracting(Decision::what)
                .containsExactly("g1999");
    }

    @Test
    void shouldLetAWholeViewBeContinuedByTheChangesOfOthers() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        RunView first = recorder.view(0, FACTS, 0);
        computed(worker, 1, 0, 100 * MILLI);
        RunView second = AppliedViews.apply(first, recorder.view(first.sequence(), FACTS, 100 * MILLI));
        computed(worker, 1, 100 * MILLI, 200 * MILLI);
        RunView late = recorder.view(0, FACTS, 200 * MILLI);
        assertThat(late.sequence()).isEqualTo(second.sequence());
        RunView change = recorder.view(second.sequence(), FACTS, 300 * MILLI);
        assertThat(AppliedViews.difference(AppliedViews.apply(late, change), AppliedViews.apply(second, change)))
                .isEmpty();
        assertThat(AppliedViews.apply(late, change).spans().lane()).hasSize(2);
    }

    @Test
    void shouldContainTheEndInTheLastView() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        computed(worker, 1, 0, 100 * MILLI);
        RunView before = whole(100 * MILLI);
        computed(worker, 1, 100 * MILLI, 200 * MILLI);
        recorder.transferred(worker, true, 1_000, 100 * MILLI, 200 * MILLI);
        recorder.decided(0.2, "worker", "w1 is gone", "", "");
        recorder.failed(new Failure(0.2, 0, 0, "w1", "a", true, 1, "t", "m", "s", List.of()));
        recorder.ended(200 * MILLI);
        RunView last = whole(200 * MILLI);
        assertThat(last.sequence()).isGreaterThan(before.sequence());
        assertThat(last.spans().fromMicros()).containsExactly(0, 100_000);
        assertThat(last.transfers().bytes()).containsExactly(1_000);
        assertThat(last.decisions()).hasSize(1);
        assertThat(last.failures()).hasSize(1);
        RunView open = recorder.view(before.sequence(), FACTS, 200 * MILLI);
        assertThat(open.whole()).isTrue();
        assertThat(open.spans().lane()).hasSize(2);
    }

    @Test
    void shouldMakeAWholeViewForAnOldOrUnknownNumber() {
        RunView first = recorder.view(0, FACTS, 0);
        for (int i = 0; i < 100; i++) {
            recorder.view(first.sequence() + i, FACTS, i);
        }
        assertThat(recorder.view(first.sequence(), FACTS, SECOND).whole()).isTrue();
        assertThat(recorder.view(4_711, FACTS, SECOND).whole()).isTrue();
    }

    @Test
    void shouldContainLittleInAChange() {
        for (int worker = 0; worker < 500; worker++) {
            recorder.joined("w" + worker, "a", 2, false, 0);
            for (int i = 0; i < 50; i++) {
                computed(worker, 1, i * 100 * MILLI, i * 100 * MILLI + 50 * MILLI);
            }
        }
        RunView before = whole(5 * SECOND);
        computed(3, 1, 5 * SECOND, 6 * SECOND);
        RunView change = recorder.view(before.sequence(), FACTS, 6 * SECOND);
        assertThat(change.whole()).isFalse();
        assertThat(change.spans().lane()).containsExactly(6);
        assertThat(change.bands().rows()).hasSize(1);
        assertThat(change.bands().rows().get(0).shares().length)
                .isLessThan(before.bands().rows().get(0).shares().length);
    }

    @Test
    void shouldTellRates() {
        recorder.joined("w1", "a", 1, false, 0);
        for (int i = 1; i <= 100; i++) {
            recorder.done(i < 50 ? i : 10L * i, i * 100 * MILLI);
        }
        assertThat(recorder.rateMean()).isCloseTo(100, within(1e-9));
        assertThat(recorder.rateNow()).isBetween(90.0, 200.0);
        RunView.Series series = whole(10 * SECOND).series();
        assertThat(series.done()[series.done().length - 1]).isEqualTo(1_000);
        assertThat(series.slots()).containsOnly(1);
    }
}
