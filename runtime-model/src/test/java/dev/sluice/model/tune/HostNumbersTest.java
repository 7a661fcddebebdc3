package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class HostNumbersTest {
    private static final IntToDoubleFunction VALLEY = count -> 1_000.0 / count + 0.01 * count; // shortest with 316

    /** The answer after a look at every number. */
    private static HostNumbers exact(int most, IntToDoubleFunction seconds) {
        int best = 1;
        for (int count = 2; count <= most; count++) {
            best = seconds.applyAsDouble(count) < seconds.applyAsDouble(best) ? count : best;
        }
        return HostNumbers.known(best, seconds);
    }

    @SeededTest(runs = 50)
    void shouldLookAtEveryNumberOfUpTo64Hosts(RandomGenerator random) {
        double[] times = random.doubles(65, 1, 1.05).toArray();
        int most = random.nextInt(2, 65);

        assertThat(HostNumbers.searched(most, count -> times[count])).isEqualTo(exact(most, count -> times[count]));
    }

    @SeededTest(runs = 50)
    void shouldFindBothNumbersOfManyHostsWithinTwoPercent(RandomGenerator random) {
        int most = random.nextInt(65, 200_001);
        double work = Math.exp(random.nextDouble(20));
        IntToDoubleFunction seconds = count -> work / count + count;
        HostNumbers exact = exact(most, seconds);
        AtomicInteger asked = new AtomicInteger();

        HostNumbers found = HostNumbers.searched(most, count -> {
            asked.incrementAndGet();
            return seconds.applyAsDouble(count);
        });

        assertThat(asked.get()).isLessThan(64);
        assertThat(seconds.applyAsDouble(found.best()))
                .isLessThanOrEqualTo(1.0002 * seconds.applyAsDouble(exact.best()));
        assertThat((double) found.fewest()).isBetween(0.98 * exact.fewest(), Math.max(1.02 * exact.fewest(), 1));
    }

    @Test
    void shouldTakeTheSmallestNumberOfAPlateau() {
        HostNumbers found = HostNumbers.searched(100_000, count -> Math.max(1, 5_000.0 / count));

        assertThat(found.fewest()).isBetween(4_900, 5_000);
    }

    @Test
    void shouldFindTheBestOfAValley() {
        assertThat(HostNumbers.searched(10_000, VALLEY).best()).isBetween(313, 319);
    }
}
