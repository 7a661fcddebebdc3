package dev.sluice.model.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void shouldNeedTheSlotsThatEndInTime() {
        assertThat(Deadline.slots(1_000, SECOND, 100 * SECOND)).isEqualTo(10);
        assertThat(Deadline.slots(1_001, SECOND, 100 * SECOND)).isEqualTo(11);
        assertThat(Deadline.slots(1, SECOND, 100 * SECOND)).isEqualTo(1);
    }

    @Test
    void shouldNeedNoMoreSlotsThanUnits() {
        assertThat(Deadline.slots(5, SECOND, 1)).isEqualTo(5);
        assertThat(Deadline.slots(5, SECOND, 0)).as("over").isEqualTo(5);
        assertThat(Deadline.slots(5, SECOND, -SECOND)).as("long over").isEqualTo(5);
        assertThat(Deadline.slots(Long.MAX_VALUE, Long.MAX_VALUE, 1)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldNeedNothingWithoutADeadlineOrWork() {
        assertThat(Deadline.slots(5, SECOND, Deadline.NONE)).isZero();
        assertThat(Deadline.slots(5, 0, SECOND)).as("unknown units").isZero();
        assertThat(Deadline.slots(0, SECOND, SECOND)).isZero();
    }
}
