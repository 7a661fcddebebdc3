package dev.sluice.worker.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.testing.SeededTest;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class HeldLedgerTest {
    private final HeldLedger ledger = new HeldLedger();
    private final AttemptRun run = new AttemptRun(10, 77, 100, 5, 4);

    @Test
    void shouldMergeNeighboursOfOneRun() {
        assertThat(ledger.add(run, 100, 105)).isTrue();
        assertThat(ledger.add(run, 105, 112)).isTrue();
        assertThat(ledger.held()).containsExactly(new HeldUnits(10, 77, 100, 12));
        assertThat(ledger.units()).isEqualTo(12);
    }

    @Test
    void shouldNameWhatIsLeftByTheAttemptOfItsFirstUnit() {
        ledger.add(run, 100, 120);
        assertThat(ledger.remove(11, 77, 106, 3)).isEqualTo(3);
        assertThat(ledger.held()).containsExactly(new HeldUnits(10, 77, 100, 6), new HeldUnits(11, 77, 109, 11));
    }

    @Test
    void shouldRefuseUnitsHeldAlready() {
        ledger.add(run, 100, 110);
        assertThat(ledger.add(new AttemptRun(90, 78, 105, 1, 1), 105, 106)).isFalse();
        assertThat(ledger.add(run, 99, 101)).isFalse();
        assertThat(ledger.units()).isEqualTo(10);
    }

    @Test
    void shouldNotTakeOutUnitsOfAnotherAttemptOrNonce() {
        ledger.add(run, 100, 110);
        assertThat(ledger.remove(10, 78, 100, 5)).isZero();
        assertThat(ledger.remove(11, 77, 100, 5)).isZero();
        assertThat(ledger.remove(10, 77, 90, 5)).isZero();
        assertThat(ledger.units()).isEqualTo(10);
    }

    @Test
    void shouldDropUnitsUnderTheirNonceWhicheverTheirAttempts() {
        ledger.add(run, 100, 120);
        ledger.add(new AttemptRun(90, 78, 120, 1, 5), 120, 125);

        ledger.drop(new HeldUnits(10, 77, 103, 20));

        assertThat(ledger.held()).containsExactly(new HeldUnits(10, 77, 100, 3), new HeldUnits(90, 78, 120, 5));
        assertThat(ledger.units()).isEqualTo(8);
    }

    @SeededTest(runs = 100)
    void shouldHoldWhatASetWouldHold(RandomGenerator random) {
        TreeSet<Long> model = new TreeSet<>();
        AttemptRun all = new AttemptRun(1, 5, 0, 3, 100);
        for (int step = 0; step < 200; step++) {
            long first = random.nextLong(290);
            long count = 1 + random.nextLong(10);
            TreeSet<Long> touched = new TreeSet<>(model.subSet(first, first + count));
            if (random.nextBoolean()) {
                boolean added = ledger.add(all, first, first + count);
                assertThat(added).isEqualTo(touched.isEmpty());
                if (added) {
                    for (long unit = first; unit < first + count; unit++) {
                        model.add(unit);
                    }
                }
            } else {
                assertThat(ledger.remove(all.attemptOf(first), 5, first, count)).isEqualTo(touched.size());
                model.removeAll(touched);
            }
            assertThat(ledger.units()).isEqualTo(model.size());
        }
        TreeSet<Long> held = new TreeSet<>();
        for (HeldUnits units : ledger.held()) {
            assertThat(units.attempt()).isEqualTo(all.attemptOf(units.firstUnit()));
            for (long unit = units.firstUnit(); unit < units.endUnit(); unit++) {
                held.add(unit);
            }
        }
        assertThat(held).isEqualTo(model);
    }
}
