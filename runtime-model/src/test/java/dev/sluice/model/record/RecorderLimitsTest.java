package dev.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gives the recorder what a regular run does not contain. */
class RecorderLimitsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    private final RunRecorder recorder = new RunRecorder();

    private RunView whole(long nowNanos) {
        return recorder.view(0, RunRecorderTest.FACTS, nowNanos);
    }

    private void computed(int worker, long from, long to, long nanos) {
        recorder.computed(worker, 1, 0, 0, 1, from, to, nanos, RunRecorder.ACCEPTED);
    }

    private static CauseTimes times(Cause cause, long nanos) {
        return CauseTimes.of(Map.of(cause, nanos));
    }

    // ---- equal entries

    @Test
    void shouldDropSpansThatAreAllEqual() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        for (int i = 0; i < 100_000; i++) {
            computed(worker, SECOND, SECOND, 0);
        }
        computed(worker, SECOND, 2 * SECOND, SECOND);
        RunView.Spans spans = whole(2 * SECOND).spans();
        assertThat(spans.lane().length + spans.omitted()).isEqualTo(100_001);
        assertThat(spans.lane()).hasSizeLessThanOrEqualTo(SpanColumns.MOST);
        assertThat(spans.micros()).contains(1_000_000);
    }

    @Test
    void shouldDropTransfersThatAreAllEqual() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        for (int i = 0; i < 100_000; i++) {
            recorder.transferred(worker, true, 5, SECOND, SECOND);
        }
        recorder.transferred(worker, true, 1_000, SECOND, 2 * SECOND);
        RunView.Transfers transfers = whole(2 * SECOND).transfers();
        assertThat(transfers.lane().length + transfers.omitted()).isEqualTo(100_001);
        assertThat(transfers.lane()).hasSizeLessThanOrEqualTo(TransferColumns.MOST);
        assertThat(transfers.bytes()).contains(1_000);
        assertThat(recorder.bytes(true)).isEqualTo(501_000);
    }

    @Test
    void shouldKeepSomeTransfersThatAllWorkersReceiveAtOnce() {
        for (int i = 0; i < 10_000; i++) {
            int worker = i < 1_000 ? recorder.joined("w" + i, "h" + i, 1, false, 0) : i % 1_000;
            recorder.transferred(worker, false, 1_000, 0, SECOND);
        }
        RunView.Transfers transfers = whole(SECOND).transfers();
        assertThat(transfers.lane()).hasSizeGreaterThan(3_000);
        assertThat(transfers.lane().length + transfers.omitted()).isEqualTo(10_000);
    }

    @Test
    void shouldFindALeastRankThatDropsSomething() {
        assertThat(Rank.leastToStay(new long[] {3, 1, 2, 4})).isEqualTo(3);
        assertThat(Rank.leastToStay(new long[] {7, 7, 7, 9})).isEqualTo(8);
        assertThat(Rank.of(Long.MAX_VALUE, 1)).isLessThan(Long.MAX_VALUE - (1 << 20));
    }

    // ---- lanes with gaps

    @Test
    void shouldKeepTheSumsOfLanesWithGapsWhenTheyStandForHosts() {
        int generations = 10;
        int hosts = 200;
        for (int i = 0; i < generations * hosts; i++) {
            long from = i / hosts * SECOND + i % hosts * MILLI;
            int worker = recorder.joined("w" + i, "h" + i % hosts, 1, false, from);
            recorder.spent(worker, 1, Cause.MASTER, from, from + 10 * MILLI + i);
            computed(worker, from + 10 * MILLI + i, from + 30 * MILLI, 20 * MILLI - i);
        }
        long compute = recorder.total(Cause.COMPUTE);
        long master = recorder.total(Cause.MASTER);
        int all = generations * hosts;
        assertThat(compute).isEqualTo(all * 20 * MILLI - all * (all - 1) / 2);
        recorder.joined("one more", "h0", 1, false, generations * SECOND);
        RunView view = whole(generations * SECOND);
        assertThat(view.lanes()).hasSize(hosts);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(compute);
        assertThat(recorder.total(Cause.MASTER)).isEqualTo(master);
        assertThat(recorder.bytes()).isLessThan(RunRecorder.MOST_BYTES);
        computed(all - 1, 11 * SECOND, 12 * SECOND, SECOND);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(compute + SECOND);
        int width = (int) Math.round(view.bands().seconds() * 1_000);
        int causes = Cause.values().length;
        byte[] shares = view.bands().rows().get(0).shares();
        assertThat(IntStream.range(0, shares.length / causes).filter(i -> shares[i * causes] != 0))
                .as("intervals of %s ms in which the first host computed", width)
                .hasSizeBetween(generations, 2 * generations * (1 + 30 / width));
    }

    // ---- times that cannot be right

    @Test
    void shouldNotWidenIntervalsForOneOddWorker() {
        int sane = recorder.joined("w1", "a", 1, false, 0);
        int odd = recorder.joined("w2", "b", 1, false, 0);
        recorder.reported(sane, times(Cause.NO_WORK, SECOND), SECOND);
        recorder.done(1, SECOND);
        double width = whole(SECOND).bands().seconds();
        double course = whole(SECOND).series().seconds();
        long day = 24 * 60 * MINUTE;
        long[] times = {Long.MIN_VALUE, -day, -1, 0, 1, 2 * MINUTE, day, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        for (long from : times) {
            for (long to : times) {
                computed(odd, from, to, to - from);
                computed(odd, from, to, Long.MAX_VALUE);
                computed(odd, from, to, -SECOND);
                recorder.spent(odd, 1, Cause.SETUP, from, to);
                recorder.transferred(odd, true, 1_000, from, to);
                recorder.transferred(odd, false, 1_000, from, to);
            }
            recorder.reported(odd, times(Cause.NO_WORK, SECOND), from);
        }
        RunView view = whole(SECOND);
        assertThat(view.bands().seconds()).isEqualTo(width);
        assertThat(view.series().seconds()).isEqualTo(course);
        assertThat(recorder.bytes(true)).isEqualTo(1_000L * times.length * times.length);
        assertThat(recorder.total(Cause.NO_WORK)).isEqualTo((1 + times.length) * SECOND);
        assertThat(recorder.total(Cause.COMPUTE)).isBetween(0L, MINUTE);
        computed(odd, SECOND, 2 * SECOND, SECOND);
        recorder.done(2, 2 * SECOND);
        assertThat(whole(10 * SECOND).spans().micros()).contains(1_000_000);
    }

    @Test
    void shouldIgnoreWhatLiesFarAheadBeforeTheFirstReport() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        computed(worker, 0, SECOND, SECOND);
        double width = whole(SECOND).bands().seconds();
        computed(worker, 2 * MINUTE, 3 * MINUTE, MINUTE);
        computed(worker, 0, Long.MAX_VALUE, Long.MAX_VALUE);
        recorder.spent(worker, 1, Cause.SETUP, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        recorder.transferred(worker, true, 1_000, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        RunView view = whole(4 * SECOND);
        assertThat(view.bands().seconds()).isEqualTo(width);
        assertThat(view.transfers().lane()).isEmpty();
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(SECOND);
    }

    @Test
    void shouldNotWidenIntervalsOfARealRunForOneMessageBeforeTheFirstReport() {
        RunRecorder real = new RunRecorder(true);
        int worker = real.joined("w1", "a", 1, false, 0);
        real.done(0, SECOND);
        double width = real.view(0, RunRecorderTest.FACTS, SECOND).bands().seconds();
        real.computed(worker, 1, 0, 0, 1, 0, 20 * 24 * 60 * MINUTE, MINUTE, RunRecorder.ACCEPTED);
        real.transferred(worker, true, 1_000, 0, 20 * 24 * 60 * MINUTE);
        RunView view = real.view(0, RunRecorderTest.FACTS, 4 * SECOND);
        assertThat(view.bands().seconds()).isEqualTo(width);
        assertThat(view.series().seconds()).isLessThan(1);
        assertThat(view.spans().micros()).as("it ends now").containsExactly(1_000_000);
    }

    @Test
    void shouldRecordLongUnitsOfASimulatedRun() {
        int worker = recorder.joined("w1", "a", 1, false, 0);
        recorder.spent(worker, 1, Cause.SETUP, 0, 5 * MINUTE);
        computed(worker, 5 * MINUTE, 65 * MINUTE, 60 * MINUTE);
        recorder.transferred(worker, true, 1_000, 65 * MINUTE, 70 * MINUTE);
        recorder.done(1, 70 * MINUTE);
        int late = recorder.joined("w2", "b", 1, false, 200 * MINUTE);
        computed(late, 200 * MINUTE, 210 * MINUTE, 10 * MINUTE);
        recorder.ended(210 * MINUTE);
        assertThat(recorder.total(Cause.SETUP)).isEqualTo(5 * MINUTE);
        assertThat(recorder.total(Cause.COMPUTE)).isEqualTo(70 * MINUTE);
        assertThat(whole(210 * MINUTE).spans().micros()).containsExactly(3_600_000_000L, 600_000_000L);
        assertThat(whole(210 * MINUTE).transfers().micros()).containsExactly(300_000_000L);
    }

    // ---- time that no report contains

    @Test
    void shouldNotTakeTheTimeOfOthersForTimeAhead() {
        int first = recorder.joined("w0", "h0", 1, false, 0);
        computed(first, 0, SECOND, SECOND);
        assertThat(recorder.aheadNanos(first)).isEqualTo(SECOND);
        for (int i = 1; i <= LaneTable.MOST_LANES; i++) {
            recorder.joined("w" + i, "h" + i % 200, 1, false, 0);
        }
        computed(7, 0, SECOND, SECOND);
        assertThat(whole(SECOND).lanes()).hasSize(200);
        assertThat(recorder.aheadNanos(first)).isZero();
        assertThat(recorder.aheadNanos(207)).isZero();
        int alone = recorder.joined("alone", "its own", 1, false, 0);
        computed(alone, 0, SECOND, SECOND);
        assertThat(recorder.aheadNanos(alone)).isEqualTo(SECOND);
        recorder.joined("beside", "its own", 1, false, 0);
        assertThat(recorder.aheadNanos(alone)).isZero();
    }
}
