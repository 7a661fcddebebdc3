package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Measures processor time, and takes the least of several attempts, so that other processes of the machine do not
 * matter.
 */
class SpinTest {
    private static final int ATTEMPTS = 15;

    @Test
    void shouldDoEveryIteration() throws Exception {
        Spin spin = new Spin();
        long expected = spin.number();
        for (int step = 0; step < 8 * 100_001; step++) {
            expected ^= expected << 13;
            expected ^= expected >>> 7;
            expected ^= expected << 17;
        }
        spin.iterations(100_001);
        assertThat(spin.number()).isEqualTo(expected);
        Spin parts = new Spin();
        parts.iterations(1);
        parts.iterations(100_000);
        parts.iterations(0);
        assertThat(parts.number()).isEqualTo(expected);
    }

    @Test
    void shouldTakeTwiceTheProcessorTimeForTwiceTheWork() throws Exception {
        Spin spin = new Spin();
        spin.iterationsPerSecond();
        long once = Long.MAX_VALUE;
        long twice = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            once = Math.min(once, cpuNanos(spin, 200_000));
            twice = Math.min(twice, cpuNanos(spin, 400_000));
        }
        assertThat((double) twice / once).isBetween(1.5, 2.7);
    }

    @Test
    void shouldTakeTheProcessorTimeThatItsSpeedSays() throws Exception {
        Spin spin = new Spin();
        long iterations = Math.round(spin.iterationsPerSecond() * 0.01);
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            least = Math.min(least, cpuNanos(spin, iterations));
        }
        assertThat(least / 1e9).isBetween(0.005, 0.02);
    }

    @Test
    void shouldMeasureItsSpeedOnce() throws Exception {
        Spin spin = new Spin();
        Set<Double> speeds = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int slot = 0; slot < 4; slot++) {
            Thread thread = new Thread(() -> {
                try {
                    speeds.add(spin.iterationsPerSecond());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(speeds).hasSize(1).allMatch(speed -> speed > 1e5 && speed < 1e10);
    }

    @Test
    void shouldStopWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new Spin().iterations(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Pause.until(System.nanoTime() + Long.MAX_VALUE / 2))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldNotEndAPauseEarly() throws Exception {
        for (long nanos : new long[] {-1, 0, 1_000, 100_000, 1_000_000, 3_000_000}) {
            long deadline = System.nanoTime() + nanos;
            Pause.until(deadline);
            assertThat(System.nanoTime() - deadline).isNotNegative();
        }
    }

    private static long cpuNanos(Spin spin, long iterations) throws InterruptedException {
        long start = spin.cpuNanos();
        spin.iterations(iterations);
        return spin.cpuNanos() - start;
    }
}
