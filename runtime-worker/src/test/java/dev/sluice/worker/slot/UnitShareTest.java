package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.MemoryShares;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnitShareTest {
    private static final long MEGA = 1L << 20;

    private final List<String> heard = new ArrayList<>();
    private final UnitShare share = new UnitShare(() -> heard.add("kill"));

    @AfterEach
    void nobodyShares() {
        MemoryShares.here(null);
    }

    /** Memory of a host with room for 100 MiB. */
    private void oneHost() {
        MemoryShares.here(new MemoryDesk(1, () -> 0, () -> 100 * MEGA));
    }

    @Test
    void shouldDoNothingWhereUnitsShareNoMemory() {
        assertThat(share.begin(0)).isTrue();
        share.look(() -> {
            throw new AssertionError("looked");
        });
        assertThat(share.end(MEGA, true)).isZero();
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldTryAUnitAgainWithMoreUntilTheHostHasNoMore() {
        oneHost();
        assertThat(share.begin(0)).isTrue();
        share.look(() -> 95 * MEGA);
        assertThat(heard).as("a process that uses more than units may").containsExactly("kill");
        assertThat(share.isStopped()).isTrue();
        assertThat(share.end(95 * MEGA, false)).as("there is no more here").isZero();

        assertThat(share.begin(0)).isTrue();
        assertThat(share.isStopped()).isFalse();
        long own = share.end(20 * MEGA, true);
        assertThat(own).as("the system ended one that used 20 MiB").isGreaterThan(20 * MEGA);
        assertThat(share.begin(own)).isTrue();
        assertThat(share.end(30 * MEGA, false)).isZero();
    }

    @Test
    void shouldLeaveInsteadOfWaitingWhenItsThreadIsInterrupted() {
        oneHost();
        assertThat(share.begin(90 * MEGA)).isTrue();
        Thread.currentThread().interrupt();
        assertThat(new UnitShare(() -> {}).begin(90 * MEGA)).isFalse();
        assertThat(Thread.interrupted()).as("the slot is to leave").isTrue();
    }
}
