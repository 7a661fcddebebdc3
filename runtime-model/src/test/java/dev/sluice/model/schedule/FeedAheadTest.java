package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedAheadTest {
    private static final long MILLI = 1_000_000L;

    /** How long results of short chunks wait for others [ms]. */
    private static final int BATCHING = (int) (SchedulerConfig.BATCHING_NANOS / MILLI);

    private final FeedAhead feed = new FeedAhead(SchedulerConfig.AUTO);

    @Test
    void shouldHoldOneToComputeAndOneToFollowBeforeAnythingIsKnown() {
        assertThat(feed.depth(1)).isEqualTo(2);
        feed.roundTrip(20 * MILLI, -1, 1, 0);
        assertThat(feed.depth(1)).isEqualTo(2);
    }

    @Test
    void shouldHideASteadyRoundTrip() {
        for (int i = 0; i < 100; i++) {
            feed.roundTrip(20 * MILLI, -1, 1, 0);
            feed.computed(1, 2 * MILLI);
        }
        assertThat(feed.depth(1)).isEqualTo(1 + (20 + BATCHING) / 2);
        assertThat(feed.depth(5)).isEqualTo(1 + 20 / 10);
    }

    @Test
    void shouldFeedForTripsThatTakeLongerThanOthers() {
        for (int i = 0; i < 100; i++) {
            feed.roundTrip((i % 2 == 0 ? 10 : 30) * MILLI, -1, 1, 0);
            feed.computed(1, 2 * MILLI);
        }
        assertThat(feed.roundTripNanos() / MILLI).isBetween(17.0, 23.0);
        assertThat(feed.depth(1)).isBetween(1 + (26 + BATCHING) / 2, 1 + (36 + BATCHING) / 2);
        for (int i = 0; i < 100; i++) {
            feed.roundTrip(20 * MILLI, -1, 1, 0);
        }
        assertThat(feed.depth(1)).isBetween(1 + (20 + BATCHING) / 2, 2 + (20 + BATCHING) / 2);
    }

    @Test
    void shouldNotFeedAheadWhereResultsQueueForTheLink() {
        trips(100, 300, 800);
        assertThat(feed.depth(1)).isOne();
        trips(100, 300, 300);
        assertThat(feed.depth(1)).as("one that waits is left").isEqualTo(2);
        trips(100, 300, 0);
        assertThat(feed.depth(1)).isEqualTo(3);
        trips(40, 900, 0);
        assertThat(feed.depth(1)).as("others hold up what is on its way").isOne();
        trips(1, 300, -1);
        trips(40, 300, -1);
        assertThat(feed.depth(1)).isEqualTo(3);
    }

    @Test
    void shouldFeedFurtherAheadUnitByUnitWhereResultsMayQueue() {
        trips(1, 1000, 0);
        assertThat(feed.depth(1)).isEqualTo(2);
        trips(1, 1000, 0);
        assertThat(feed.depth(1)).isEqualTo(3);
        trips(1, 1000, 0);
        assertThat(feed.depth(1)).isEqualTo(4);
        trips(40, 1000, 0);
        assertThat(feed.depth(1)).isEqualTo(5);
    }

    @Test
    void shouldFeedAheadWhereEverybodysResultsQueue() {
        for (int i = 0; i < 100; i++) {
            feed.roundTrip(300 * MILLI, 800 * MILLI, 1, 700.0 * MILLI);
            feed.computed(1, 250 * MILLI);
        }
        assertThat(feed.depth(1)).isEqualTo(3);
    }

    @Test
    void shouldLeaveOneResultOfAllSlotsInTheQueue() {
        FeedAhead wide = new FeedAhead(SchedulerConfig.AUTO);
        for (int i = 0; i < 100; i++) {
            wide.roundTrip(300 * MILLI, 400 * MILLI, 5, 0);
            wide.computed(1, 250 * MILLI);
        }
        assertThat(wide.depth(1)).isOne();
        trips(100, 300, 400);
        assertThat(feed.depth(1)).isEqualTo(2);
    }

    /** Round trips of results of units of 250 ms, with or without a turn on a shared link. */
    private void trips(int count, int millis, int waitedMillis) {
        for (int i = 0; i < count; i++) {
            feed.roundTrip(millis * MILLI, waitedMillis < 0 ? -1 : waitedMillis * MILLI, 1, 0);
            feed.computed(1, 250 * MILLI);
        }
    }

    @Test
    void shouldDoAsTold() {
        FeedAhead told = new FeedAhead(3);
        told.roundTrip(20 * MILLI, -1, 1, 0);
        told.computed(1, MILLI);
        assertThat(told.depth(1)).isEqualTo(4);
        assertThat(told.isDue(100, 10)).isTrue();
    }

    @Test
    void shouldAskForALongChunkWhenWhatIsThereLastsForTheTripAlone() {
        feed.roundTrip(20 * MILLI, -1, 1, 0);
        feed.computed(10, 20 * MILLI);
        assertThat(feed.isDue(16, 10)).isFalse();
        assertThat(feed.isDue(15, 10)).isTrue();
        assertThat(feed.isDue(100, 1)).isTrue();
    }
}
