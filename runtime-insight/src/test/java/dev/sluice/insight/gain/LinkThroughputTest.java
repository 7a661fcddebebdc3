package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.master.weather.RecentArrivals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkThroughputTest {
    private static final long MILLI = 1_000_000;
    private static final double WIRE = LinkThroughput.WIRE_BYTES;

    @Test
    void shouldTakeAllSendersOfABusyLinkTogether() {
        RecentArrivals one = new RecentArrivals();
        RecentArrivals other = new RecentArrivals();
        for (int i = 1; i <= 10; i++) { // each at half the rate, all the time
            one.add(50_000, 100 * MILLI, i * 100 * MILLI);
            other.add(50_000, 100 * MILLI, (i * 100 + 50) * MILLI);
        }
        LinkThroughput both = LinkThroughput.of(List.of(one, other));
        assertThat(both.bytesPerSecond()).isCloseTo(1e6 / 1.05 * WIRE, within(1e3));
        assertThat(both.shared()).isTrue();
    }

    @Test
    void shouldLeaveOutTheTimeInWhichNothingArrived() {
        RecentArrivals one = new RecentArrivals();
        for (int i = 1; i <= 5; i++) {
            one.add(100_000, 10 * MILLI, i * 1_000 * MILLI);
        }
        assertThat(LinkThroughput.of(List.of(one)).bytesPerSecond()).isCloseTo(1e7 * WIRE, within(1e3));
    }

    @Test
    void shouldTellLinksOfTheirOwn() {
        RecentArrivals one = new RecentArrivals();
        RecentArrivals other = new RecentArrivals();
        for (int i = 1; i <= 10; i++) { // together for half of the time, each as fast as alone
            one.add(100_000, 100 * MILLI, i * 300 * MILLI);
            other.add(100_000, 100 * MILLI, (i * 300 + 33) * MILLI);
        }
        LinkThroughput both = LinkThroughput.of(List.of(one, other));
        assertThat(both.shared()).isFalse();
        assertThat(LinkThroughput.of(List.of(one)).bytesPerSecond()).isCloseTo(1e6 * WIRE, within(1e3));
    }

    @Test
    void shouldKnowNothingFromFewOrQuickMessages() {
        RecentArrivals few = new RecentArrivals();
        few.add(100_000, 10 * MILLI, 10 * MILLI);
        few.add(100_000, 10 * MILLI, 20 * MILLI);
        assertThat(LinkThroughput.of(List.of(few)).isKnown()).isFalse();
        RecentArrivals quick = new RecentArrivals();
        for (int i = 1; i <= 50; i++) {
            quick.add(100_000, 20_000, i * MILLI);
        }
        assertThat(LinkThroughput.of(List.of(quick)).isKnown())
                .as("a millisecond in all")
                .isFalse();
    }

    @Test
    void shouldCompareSendersOverTheSameTime() {
        RecentArrivals many = new RecentArrivals();
        RecentArrivals few = new RecentArrivals();
        few.add(90_000_000, 100 * MILLI, 100 * MILLI); // long before the first message that the other still has
        for (int i = 1; i <= 2 * RecentArrivals.KEPT; i++) {
            many.add(100_000, 10 * MILLI, i * 10 * MILLI);
        }
        assertThat(many.latest(RecentArrivals.KEPT)).hasSize(RecentArrivals.KEPT);
        assertThat(many.latest(RecentArrivals.KEPT).get(0).toNanos()).isEqualTo((RecentArrivals.KEPT + 1) * 10 * MILLI);
        assertThat(LinkThroughput.of(List.of(many, few)).bytesPerSecond()).isCloseTo(1e7 * WIRE, within(1e3));
    }

    @Test
    void shouldLookAtTheLatestMessagesOfAllOfManySenders() {
        List<RecentArrivals> senders = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            senders.add(new RecentArrivals());
        }
        for (int i = 0; i < 20_000; i++) { // two of each, one after the other; later the link is twice as fast
            long bytes = i < 15_000 ? 50_000 : 100_000;
            senders.get(i * 3 % 10_000).add(bytes, 10 * MILLI, i * 10 * MILLI);
        }
        LinkThroughput all = LinkThroughput.of(senders);
        assertThat(all.bytesPerSecond())
                .as("the older messages do not count, and each sender has a part of the link")
                .isCloseTo(1e7 * WIRE, within(1e3));
        assertThat(all.shared()).isTrue();
    }

    @Test
    void shouldLookAtAFewMessagesOfOneOfManySenders() {
        RecentArrivals one = new RecentArrivals();
        for (int i = 0; i < 100; i++) { // later twice as fast
            one.add(i < 90 ? 50_000 : 100_000, 10 * MILLI, i * 10 * MILLI);
        }
        assertThat(LinkThroughput.ofOne(one, 10_000).bytesPerSecond()).isCloseTo(1e7 * WIRE, within(1e3));
        assertThat(LinkThroughput.ofOne(one, 1).bytesPerSecond()).isCloseTo(5.5e6 * WIRE, within(1e3));
    }

    @Test
    void shouldCountALinkAsNarrowIfItIsUsedOrWaitedFor() {
        LinkThroughput link = new LinkThroughput(1e6, true);
        assertThat(link.isNarrow(5e5, false)).isTrue();
        assertThat(link.isNarrow(1e4, false)).isFalse();
        assertThat(link.isNarrow(1e4, true)).isTrue();
        assertThat(LinkThroughput.UNKNOWN.isNarrow(1e9, true)).isFalse();
    }
}
