package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Runs of a real pool whose slots follow the knees that the runs measure, in virtual time. */
class PooledKneesTest {
    private static final double UNIT_SECONDS = 0.05;

    private final VirtualPool pool = new VirtualPool(16);

    @Test
    void shouldGiveARunBesideOneWithItsKneeAtSixTheOtherTen() {
        VirtualPool.Master bent = pool.master("bent", UNIT_SECONDS, 6 / UNIT_SECONDS);
        VirtualPool.Master scalable = pool.master("scalable", UNIT_SECONDS, Double.POSITIVE_INFINITY);

        pool.advance(20);
        assertThat(pool.slots("bent")).as("before the knee is known well").isEqualTo(8);
        pool.advance(100);
        assertThat(pool.slots("bent")).isBetween(6, 7);
        double from = scalable.slotSeconds();
        double usedFrom = bent.slotSeconds();
        pool.advance(1_800);
        assertThat((scalable.slotSeconds() - from) / 1_800).isCloseTo(10, within(0.2));
        assertThat((bent.slotSeconds() - usedFrom) / 1_800).isCloseTo(6, within(0.2));
        // Now and then the run asks for a seventh slot, to find out whether six are still its limit.
        assertThat(bent.needs().usefulSlots()).isBetween(6, 7);
        assertThat(bent.needs().usefulLimit()).isEqualTo("the master's link");
        assertThat(scalable.needs().usefulSlots()).isZero();
    }

    @Test
    void shouldGiveAllSlotsToASingleRunUntilItsKneeIsKnown() {
        pool.master("bent", UNIT_SECONDS, 6 / UNIT_SECONDS);
        pool.advance(20);
        assertThat(pool.slots("bent")).isEqualTo(16);
        pool.advance(100);
        assertThat(pool.slots("bent")).as("the other slots are of no use to it").isBetween(6, 7);
    }

    @Test
    void shouldNotKeepARunAtAKneeThatItsFewSlotsPretend() {
        VirtualPool.Master master = pool.master("shy", UNIT_SECONDS, Double.POSITIVE_INFINITY);
        master.pretends(3 / UNIT_SECONDS);
        pool.master("other", UNIT_SECONDS, Double.POSITIVE_INFINITY);
        pool.advance(1_200);
        assertThat(pool.slots("shy")).as("a wrong capacity of 3 slots").isEqualTo(8);
    }

    @Test
    void shouldMoveFewSlotsInHalfAnHour() {
        pool.master("bent", UNIT_SECONDS, 6.3 / UNIT_SECONDS);
        pool.master("scalable", UNIT_SECONDS, Double.POSITIVE_INFINITY);
        pool.advance(120);
        int before = pool.begun();
        pool.advance(1_800);
        assertThat(pool.begun() - before).as("workers begun in half an hour").isLessThan(12);
    }
}
