package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedQueueTest {
    private static final long NONCE = 7;
    private static final Lull WAITED = new Lull(3, 4);

    private final FeedQueue queue = new FeedQueue();

    /** Chunks of two units, from {@code first} on, numbered from {@code attempt}. */
    private static FeedTask task(long attempt, long first, int chunks) {
        return new FeedTask(new AttemptRun(attempt, NONCE, first, 2, chunks), 100, WAITED);
    }

    private List<String> waiting() {
        List<String> ranges = new ArrayList<>();
        for (FeedTask task : queue) {
            ranges.add(task.next() + "-" + task.end());
        }
        return ranges;
    }

    @Test
    void shouldSendTheOldestFirstAndRemoveItOnceItIsSent() {
        queue.add(task(1, 0, 5));
        queue.add(task(6, 10, 5));
        queue.first().sentUpTo(4);
        queue.removeSent();
        assertThat(waiting()).containsExactly("4-10", "10-20");
        queue.first().sentUpTo(10);
        queue.removeSent();
        assertThat(waiting()).containsExactly("10-20");
    }

    @Test
    void shouldTellTheLullWithTheFirstUnitOnly() {
        FeedTask task = task(1, 10, 5);
        assertThat(task.lullBefore(10)).isEqualTo(WAITED);
        assertThat(task.lullBefore(12)).isEqualTo(Lull.NONE);
        assertThat(task.decidedNanos()).isEqualTo(100);
    }

    @Test
    void shouldTakeBackFromTheTailAndNameTheAttempts() {
        queue.add(task(1, 0, 5));
        queue.add(task(6, 10, 2));
        assertThat(queue.takeBack(7)).containsExactly(new HeldUnits(6, NONCE, 10, 4), new HeldUnits(4, NONCE, 7, 3));
        assertThat(waiting()).containsExactly("0-7");
    }

    @Test
    void shouldTakeBackOnlyWhatIsNotSent() {
        queue.add(task(1, 0, 5));
        queue.first().sentUpTo(8);
        assertThat(queue.takeBack(100)).containsExactly(new HeldUnits(5, NONCE, 8, 2));
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.takeBack(100)).isEmpty();
    }

    @Test
    void shouldDropUnitsInTheMiddleAndKeepTheRestInOrder() {
        queue.add(task(1, 0, 5));
        queue.add(task(6, 10, 5));
        assertThat(queue.drop(new HeldUnits(3, NONCE, 4, 8))).isEqualTo(8);
        assertThat(waiting()).containsExactly("0-4", "12-20");
    }

    @Test
    void shouldNotDropUnitsOfAnotherNonceNorThoseThatAreSent() {
        queue.add(task(1, 0, 5));
        queue.first().sentUpTo(6);
        assertThat(queue.drop(new HeldUnits(1, NONCE + 1, 0, 10))).isZero();
        assertThat(queue.drop(new HeldUnits(1, NONCE, 0, 8))).isEqualTo(2);
        assertThat(waiting()).containsExactly("8-10");
    }

    @Test
    void shouldForgetEverything() {
        queue.add(task(1, 0, 5));
        queue.clear();
        assertThat(queue.isEmpty()).isTrue();
    }
}
