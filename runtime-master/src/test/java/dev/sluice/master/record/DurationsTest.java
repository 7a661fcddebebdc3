package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.record.TimeSpread;
import dev.sluice.net.message.SubMasterWorkers.Duration;
import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    private static final long MILLI = 1_000_000;

    private final Durations durations = new Durations();

    @Test
    void shouldKnowNothingBeforeTheFirst() {
        assertThat(durations.spread()).isNull();
        assertThat(durations.quantileNanos(0.5)).isZero();
        assertThat(durations.take()).isEmpty();
    }

    @Test
    void shouldCountUnitsOfAMessageWithTheirMean() {
        durations.add(0, 5);
        durations.add(94, 94 * 12 * MILLI);
        durations.add(4, 4 * 40 * MILLI);
        durations.add(2, 2 * 80 * MILLI);
        TimeSpread spread = durations.spread();
        assertThat(spread).isNotNull();
        assertThat(spread.count()).isEqualTo(100);
        assertThat(spread.p50Seconds()).isCloseTo(0.012, withinPercentage(1));
        assertThat(spread.p95Seconds()).isCloseTo(0.040, withinPercentage(1));
        assertThat(spread.p99Seconds()).isCloseTo(0.080, withinPercentage(1));
        assertThat(spread.sumSeconds()).isCloseTo(1.448, withinPercentage(1));
    }

    @SeededTest(runs = 20)
    void shouldBeExactToOnePercent(RandomGenerator random) {
        long[] all = random.longs(1 + random.nextInt(2_000), 100, 1L << (10 + random.nextInt(43)))
                .toArray();
        for (long each : all) {
            durations.add(1, each);
        }
        Arrays.sort(all);
        for (double share : new double[] {0.01, 0.5, 0.95, 0.99, 1}) {
            long exact = all[(int) Math.max(0, Math.ceil(share * all.length) - 1)];
            assertThat((double) durations.quantileNanos(share)).as("%s", share).isCloseTo(exact, withinPercentage(1));
            assertThat(durations.quantileNanos(share)).as("at most so long").isGreaterThanOrEqualTo(exact);
        }
    }

    @SeededTest(runs = 20)
    void shouldSayTheSameWhenOthersHaveMeasuredAPart(RandomGenerator random) {
        Durations parts = new Durations();
        Durations part = new Durations();
        SplittableRandom numbers = new SplittableRandom(random.nextLong());
        for (int i = 0; i < 1_000; i++) {
            long nanos = numbers.nextLong(1L << numbers.nextInt(1, 53));
            long number = numbers.nextLong(1, 100);
            durations.add(number, number * nanos);
            (i % 3 == 0 ? parts : part).add(number, number * nanos);
            if (i % 100 == 0) {
                parts.add(part.take());
            }
        }
        parts.add(part.take());
        assertThat(part.spread()).isNull();
        assertThat(parts.spread()).isEqualTo(durations.spread());
        assertThat(parts.take()).isEqualTo(durations.take()).hasSizeLessThanOrEqualTo(Duration.MOST);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Duration.LONGEST_NANOS, Long.MAX_VALUE})
    void shouldTakeWhateverAWorkerSays(long nanos) {
        durations.add(1, nanos);
        assertThat((double) durations.quantileNanos(1))
                .isCloseTo(nanos < 0 ? 0 : Duration.LONGEST_NANOS, withinPercentage(1));
        Durations above = new Durations();
        above.add(durations.take());
        assertThat(above.number()).isEqualTo(1);
    }

    @Test
    void shouldHaveSoManyDifferentOnesAsAMessageTakes() {
        for (long nanos = 0; nanos < 1_000; nanos++) {
            durations.add(1, nanos);
        }
        for (double nanos = 1_000; nanos < Duration.LONGEST_NANOS; nanos *= 1.001) {
            durations.add(1, (long) nanos);
        }
        assertThat(durations.take()).hasSizeBetween(5_000, Duration.MOST);
    }

    @Test
    void shouldForget() {
        durations.add(3, 3);
        durations.clear();
        assertThat(durations.number()).isZero();
        assertThat(durations.spread()).isNull();
        durations.add(List.of(new Duration(7, 2)));
        assertThat(durations.take()).containsExactly(new Duration(7, 2));
    }

    @Test
    void shouldGetWhatAnotherThreadMeasured() throws InterruptedException {
        DurationHandover handover = new DurationHandover();
        handover.takeTo(durations);
        assertThat(durations.number()).isZero();
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 10_000; i++) {
                handover.add(2, i % 2 == 0 ? MILLI : 3 * MILLI);
            }
        });
        thread.start();
        while (thread.isAlive()) {
            handover.takeTo(durations);
        }
        thread.join();
        handover.takeTo(durations);
        handover.takeTo(durations);
        assertThat(durations.number()).isEqualTo(20_000);
        assertThat((double) durations.quantileNanos(0.5)).isCloseTo(MILLI, withinPercentage(1));
        assertThat((double) durations.quantileNanos(0.51)).isCloseTo(3 * MILLI, withinPercentage(1));
    }
}
