package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.Lull;
import org.junit.jupiter.api.Test;

class IdleWatchTest {
    private final IdleWatch idle = new IdleWatch();

    @Test
    void shouldCountFromTheFirstLookThatFoundASlotWithoutAUnit() {
        idle.look(2, 2, 100);
        idle.look(1, 2, 200);
        idle.look(0, 2, 300);
        assertThat(idle.end(1_000, 150)).isEqualTo(new Lull(800, 850));
    }

    @Test
    void shouldBeginAnewAfterItEnded() {
        idle.look(0, 1, 100);
        assertThat(idle.end(400, 400)).isEqualTo(new Lull(300, 0));
        assertThat(idle.end(500, 500)).isEqualTo(Lull.NONE);
    }

    @Test
    void shouldNotCountBackwards() {
        idle.look(0, 1, 100);
        assertThat(idle.end(90, 95)).isEqualTo(Lull.NONE);
    }
}
