package dev.sluice.model.regime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.RegimeWindow.LinkUse;
import dev.sluice.model.record.RegimeSlice;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveRegimeTest {
    private static final long SECOND = 1_000_000_000L;
    private final LiveRegime regime = new LiveRegime();
    private double from;

    /** A window of two seconds with eight slots, in seconds of slot time. */
    private RegimeSlice next(double compute, double link, double master, double noWork, LinkUse... links) {
        return next(compute, link, master, noWork, 0, links);
    }

    private RegimeSlice next(
            double compute, double link, double master, double noWork, double accept, LinkUse... links) {
        CauseTimes times = CauseTimes.ZERO
                .plus(Cause.COMPUTE, nanos(compute))
                .plus(Cause.RESULTS_LINK, nanos(link))
                .plus(Cause.MASTER, nanos(master))
                .plus(Cause.NO_WORK, nanos(noWork));
        from += 2;
        return regime.next(new RegimeWindow(from - 2, from, times, List.of(links), 0.1, accept, accept, 0, List.of()));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    @Test
    void shouldFindComputation() {
        RegimeSlice slice = next(15, 0.5, 0.5, 0);
        assertThat(slice.regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(slice.resource()).isEqualTo("computing");
        assertThat(slice.computation()).isEqualTo(15 / 16.0, within(1e-9));
    }

    @Test
    void shouldNameTheLinkForWhichNearlyAllWait() {
        double wait = nanos(12);
        RegimeSlice slice = next(
                4,
                12,
                0,
                0,
                new LinkUse("port of m", 0, wait),
                new LinkUse("link to a", 0, 0.1 * wait),
                new LinkUse("link to b", 0, 0.9 * wait));
        assertThat(slice.regime()).isEqualTo(RegimeSlice.COMMUNICATION);
        assertThat(slice.resource()).isEqualTo("link to b");
        assertThat(slice.communication()).isEqualTo(0.75, within(1e-9));
    }

    @Test
    void shouldNameThePortIfSeveralLinksWait() {
        double wait = nanos(12);
        RegimeSlice slice = next(
                4,
                12,
                0,
                0,
                new LinkUse("port of m", 0.01, wait),
                new LinkUse("link to a", 0.02, 0.5 * wait),
                new LinkUse("link to b", 0, 0.5 * wait));
        assertThat(slice.resource())
                .as("a link that is hardly used is no bottleneck")
                .isEqualTo("port of m");
    }

    @Test
    void shouldNameTheMostUsedLinkThoughNobodyWaits() {
        RegimeSlice slice = next(7, 0, 0, 0, new LinkUse("port of m", 0.4, 0), new LinkUse("link wan", 1.0, 0));
        assertThat(slice.regime())
                .as("7 of 7 busy seconds compute, the link is full")
                .isEqualTo(RegimeSlice.MIXED);
        assertThat(slice.resource()).isEqualTo("link wan");
    }

    @Test
    void shouldNameThePartOfTheMaster() {
        assertThat(next(4, 0, 12, 0).resource()).isEqualTo("the master");
        RegimeSlice accept = next(4, 0, 10, 0, 0.98);
        assertThat(accept.regime()).isEqualTo(RegimeSlice.OVERHEAD);
        assertThat(accept.resource()).isEqualTo("the master (accept)");
        assertThat(accept.overhead()).isEqualTo(0.98, within(1e-9));
    }

    @Test
    void shouldNotChangeForOneOddWindow() {
        assertThat(next(10, 6, 0, 0).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(7.6, 8.4, 0, 0).regime()).as("mixed, first time").isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(10, 6, 0, 0).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(7.6, 8.4, 0, 0).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(7.6, 8.4, 0, 0).regime()).as("twice in a row").isEqualTo(RegimeSlice.MIXED);
    }

    @Test
    void shouldChangeAtOnceIfTheLeadIsClear() {
        assertThat(next(10, 6, 0, 0).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(4, 12, 0, 0).regime()).isEqualTo(RegimeSlice.COMMUNICATION);
    }

    @Test
    void shouldEndWhenTooFewSlotsHaveWork() {
        assertThat(next(15, 1, 0, 0).isKnown()).isTrue();
        RegimeSlice slice = next(1, 0, 0, 15);
        assertThat(slice.regime()).isEqualTo(RegimeSlice.ENDING);
        assertThat(slice.resource()).isEmpty();
        assertThat(slice.isKnown()).isFalse();
    }

    @Test
    void shouldStartBeforeThereAreSlots() {
        assertThat(next(0, 0, 0, 0).regime()).isEqualTo(RegimeSlice.STARTING);
        assertThat(next(15, 1, 0, 0).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        assertThat(next(0, 0, 0, 0).regime()).isEqualTo(RegimeSlice.ENDING);
    }

    @Test
    void shouldNameNoLimitOfARunThatIsTooShortForAVerdict() {
        for (long seconds : new long[] {1, 3}) {
            CourseRecorder course = new CourseRecorder("m");
            course.reported("m", CauseTimes.ZERO.plus(Cause.COMPUTE, seconds * SECOND), 0, seconds * SECOND);
            course.ended(seconds * SECOND);
            assertThat(course.view(10).regimes().isEmpty()).isEqualTo(seconds == 1);
        }
    }

    @Test
    void shouldShareWhatLastsLongAmongTheWindows() {
        RegimeWindows windows = new RegimeWindows(2 * SECOND, 100);
        int wan = windows.server("link wan");
        windows.capacity(wan, 1000);
        windows.spent(Cause.COMPUTE, new int[0], SECOND, 7 * SECOND, 6.0 * SECOND);
        windows.spent(Cause.RESULTS_LINK, new int[] {wan}, 0, SECOND, SECOND);
        windows.carried(new int[] {wan}, 0, 4 * SECOND, 2000);
        List<RegimeWindow> closed = windows.ended(7 * SECOND, true);
        assertThat(closed).hasSize(4);
        assertThat(closed)
                .extracting(each -> each.times().of(Cause.COMPUTE))
                .containsExactly(SECOND, 2 * SECOND, 2 * SECOND, SECOND);
        assertThat(closed.get(0).links()).containsExactly(new LinkUse("link wan", 0.5, SECOND));
        assertThat(closed.get(3).toSeconds()).isEqualTo(7);
    }

    @Test
    void shouldWidenWindowsOfLongRuns() {
        RegimeWindows windows = new RegimeWindows(2 * SECOND, 10);
        for (int i = 0; i < 100; i++) {
            windows.spent(Cause.COMPUTE, new int[0], i * SECOND, (i + 1) * SECOND, SECOND);
        }
        List<RegimeWindow> closed = windows.ended(100 * SECOND, true);
        assertThat(closed).hasSizeLessThanOrEqualTo(10);
        assertThat(closed)
                .allMatch(each ->
                        each.times().of(Cause.COMPUTE) == Math.round((each.toSeconds() - each.fromSeconds()) * SECOND));
        assertThat(closed.get(closed.size() - 1).toSeconds())
                .as("a short rest does not count")
                .isEqualTo(96);
    }

    @Test
    void shouldKeepTheLongestOfTooManyRegimes() {
        RegimeLog log = new RegimeLog();
        for (int i = 0; i < 1_000; i++) {
            log.add(new RegimeSlice(2 * i, 2 * i + 2, i % 2 == 0 ? "mixed" : "overhead", "x", 1, 0, 0));
        }
        log.add(new RegimeSlice(2_000, 9_000, RegimeSlice.COMPUTATION, "slots", 1, 0, 0));
        List<RegimeSlice> slices = log.slices();
        assertThat(slices).hasSizeLessThanOrEqualTo(RegimeLog.MOST);
        assertThat(slices.get(0).fromSeconds()).isZero();
        assertThat(slices.get(slices.size() - 1).regime()).isEqualTo(RegimeSlice.COMPUTATION);
        for (int i = 1; i < slices.size(); i++) {
            assertThat(slices.get(i).fromSeconds()).isEqualTo(slices.get(i - 1).toSeconds());
            assertThat(slices.get(i).isLike(slices.get(i - 1))).isFalse();
        }
    }
}
