package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.MemoryShares.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryDeskTest {
    private static final long GB = 1_000_000_000;

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong free = new AtomicLong(10 * GB);
    private final MemoryDesk desk = new MemoryDesk(2, now::get, free::get);
    private final List<String> stopped = new ArrayList<>();

    private Share begin(String name, long ownBytes) {
        try {
            return desk.begin(ownBytes, () -> stopped.add(name));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldStopTheYoungestUnitWhenTheHostHasNoMemoryLeft() {
        Share first = begin("first", 0);
        now.set(1);
        Share second = begin("second", 0);
        first.uses(8 * GB);
        assertThat(stopped).isEmpty();
        second.uses(2 * GB);
        assertThat(stopped).containsExactly("second");
        assertThat(second.end(2 * GB, true)).as("twice what it had").isEqualTo(4 * GB);
        assertThat(first.end(8 * GB, false)).isZero();
    }

    @Test
    void shouldLetAUnitWaitUntilTheHostHasMemoryForIt() throws Exception {
        Share first = begin("first", 0);
        CompletableFuture<Share> large = CompletableFuture.supplyAsync(() -> begin("large", 8 * GB));
        first.uses(4 * GB);
        assertThat(large).isNotDone();
        first.end(4 * GB, false);
        large.get(60, TimeUnit.SECONDS).end(0, false);
    }

    @Test
    void shouldGiveBackWhatOthersUse() {
        Share only = begin("only", 0);
        only.uses(5 * GB);
        free.set(0);
        now.set(2_000_000_000);
        only.uses(5 * GB);
        assertThat(stopped).as("it has all that is left").isEmpty();
        only.uses(6 * GB);
        assertThat(stopped).containsExactly("only");
    }
}
