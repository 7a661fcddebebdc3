package dev.sluice.net.parent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;

class BackoffTest {
    @SeededTest(runs = 50)
    void shouldWaitBetweenAFewMillisecondsAndTwoSeconds(RandomGenerator random) {
        Backoff backoff = new Backoff(random);
        for (int tries = 0; tries < 100; tries++) {
            long ceiling = tries < 6 ? 50_000_000L << tries : 2_000_000_000L;
            assertThat(backoff.nextNanos()).isBetween(12_500_000L, ceiling);
        }
        backoff.reset();
        assertThat(backoff.nextNanos()).isLessThanOrEqualTo(50_000_000L);
    }
}
