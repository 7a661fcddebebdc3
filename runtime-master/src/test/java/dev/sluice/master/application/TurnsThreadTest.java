package dev.sluice.master.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TurnsThreadTest {
    private static final long AT_MOST_MILLIS = 30_000;

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final TurnsThread turns =
            new TurnsThread("sluice-application", why -> seen.add("crashed: " + why.getMessage()));

    @Test
    void shouldRunOrdersBeforeTurnsAndEachKindInItsOrder() throws InterruptedException {
        turns.turn(() -> seen.add("turn 1 on " + Thread.currentThread().getName()));
        turns.turn(() -> {
            seen.add("turn 2");
            turns.order(() -> seen.add("order 3"));
            turns.turn(() -> {
                seen.add("turn 4");
                turns.close();
            });
        });
        turns.turn(() -> seen.add("turn 3"));
        turns.order(() -> seen.add("order 1"));
        turns.order(() -> seen.add("order 2"));
        turns.start();
        assertThat(turns.awaitEnd(AT_MOST_MILLIS)).isTrue();
        assertThat(seen)
                .containsExactly(
                        "order 1", "order 2", "turn 1 on sluice-application", "turn 2", "order 3", "turn 3", "turn 4");
    }

    @Test
    void shouldTellOfWhatATaskDoesNotCatchAndRunNoMore() throws InterruptedException {
        turns.turn(() -> {
            throw new OutOfMemoryError("made by the test");
        });
        turns.turn(() -> seen.add("turn 2"));
        turns.start();
        assertThat(turns.awaitEnd(AT_MOST_MILLIS)).isTrue();
        assertThat(seen).containsExactly("crashed: made by the test");
    }

    @Test
    void shouldWakeForWorkAndEndWhileItIsIdle() throws InterruptedException {
        turns.start();
        CountDownLatch done = new CountDownLatch(2);
        turns.order(done::countDown);
        turns.turn(done::countDown);
        done.await();
        assertThat(turns.cpuNanos()).isNotNegative();
        assertThat(turns.awaitEnd(1)).isFalse();
        turns.close();
        assertThat(turns.awaitEnd(AT_MOST_MILLIS)).isTrue();
    }

    @Test
    void shouldRunTheTurnsLeftWhenItIsClosed() throws InterruptedException {
        turns.turn(() -> seen.add("turn"));
        turns.order(() -> seen.add("order"));
        turns.close();
        turns.start();
        assertThat(turns.awaitEnd(AT_MOST_MILLIS)).isTrue();
        assertThat(seen).containsExactly("turn");
    }
}
