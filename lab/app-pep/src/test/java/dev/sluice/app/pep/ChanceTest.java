package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChanceTest {
    /** The JDK's generator is the same one, read from the beginning. */
    @SeededTest(runs = 20)
    void shouldGiveTheNumbersOfSplitMix(SplittableRandom random) {
        long key = random.nextLong();
        SplittableRandom sequence = new SplittableRandom(key);
        for (int position = 0; position < 100; position++) {
            assertThat(Chance.bits(key, position)).isEqualTo(sequence.nextLong());
        }
    }

    @Test
    void shouldNameEverySequenceDifferently() {
        Set<Long> keys = new HashSet<>();
        for (long seed = -2; seed <= 2; seed++) {
            for (Chance.Purpose purpose : Chance.Purpose.values()) {
                for (int cycle = 0; cycle < 20; cycle++) {
                    for (long index = 0; index < 100; index++) {
                        keys.add(Chance.key(seed, purpose, cycle, index));
                    }
                }
            }
        }
        assertThat(keys).hasSize(5 * Chance.Purpose.values().length * 20 * 100);
    }

    @SeededTest(runs = 5)
    void shouldStayInsideZeroAndOne(SplittableRandom random) {
        for (int draw = 0; draw < 10_000; draw++) {
            assertThat(Chance.uniform(random.nextLong(), draw)).isStrictlyBetween(0.0, 1.0);
        }
    }
}
