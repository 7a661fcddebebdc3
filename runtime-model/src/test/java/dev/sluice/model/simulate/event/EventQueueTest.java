package dev.sluice.model.simulate.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventQueueTest {
    /** Derives the time of an event from a random number and the present time. */
    private enum Times {
        EVEN(random -> random % 20_000_000),
        SOON(random -> random % 10),
        AT_ONCE(random -> 0),
        /** Most are near, some late, and a few so late that no others lie in between. */
        MIXED(random ->
                random % 7 > 0 ? random % 10_000 : random % 1001 > 0 ? random % 50_000_000 : random % (1L << 55)),
        /** All are at whole seconds: many at once, then none for a while. */
        BURSTS(random -> random % 3 * 1_000_000_000L),
        SAME_LENGTH(random -> 20_000_000);

        private final LongUnaryOperator delay;

        Times(LongUnaryOperator delay) {
            this.delay = delay;
        }
    }

    private record Expected(long nanos, int order, int kind, int argument) {}

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheEarliestAndOfTheSameTimeTheFirstAdded(Times times) {
        for (int pending : new int[] {1, 3, 200, 5_000}) {
            SplittableRandom random = new SplittableRandom(pending);
            EventQueue queue = new EventQueue();
            PriorityQueue<Expected> expected = new PriorityQueue<>(
                    Comparator.comparingLong(Expected::nanos).thenComparingInt(Expected::order));
            long now = 0;
            int added = 0;
            for (int step = 0; step < 40_000; step++) {
                int wanted = step % 10_000 < 7_000 ? pending : 0; // empties the queue periodically
                while (expected.size() < wanted || expected.isEmpty()) {
                    long nanos = now + times.delay.applyAsLong(random.nextLong() >>> 1);
                    Expected event = new Expected(nanos, added, added % 14, random.nextInt(1 << 27));
                    queue.add(nanos, event.kind(), event.argument());
                    expected.add(event);
                    added++;
                }
                assertThat(queue.size()).isEqualTo(expected.size());
                Expected first = expected.remove();
                queue.take();
                now = queue.nanos();
                assertThat(new Expected(now, first.order(), queue.kind(), queue.argument()))
                        .isEqualTo(first);
                assertThat(queue.taken()).isEqualTo(step + 1);
                assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
            }
        }
    }

    @Test
    void shouldBeEmptyAtFirst() {
        EventQueue queue = new EventQueue();
        assertThat(queue.isEmpty()).isTrue();
        queue.add(0, EventQueue.TICK, 0);
        assertThat(queue.isEmpty()).isFalse();
    }
}
