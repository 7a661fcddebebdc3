package dev.sluice.net.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void shouldCountFromTheFirstArrivalAfterTheWarmUpToTheFirstAfterTheEnd() {
        Window window = new Window(100, 200);
        window.arrived(1_000, 5_000); // the first
        window.arrived(1_000, 5_050); // warms up
        window.arrived(1_000, 5_120); // the window begins behind it
        window.arrived(10, 5_200);
        window.arrived(20, 5_320); // ends it
        window.arrived(1_000, 5_330);

        assertThat(window.bytes()).isEqualTo(15); // of 30, the middle half
        assertThat(window.nanos()).isEqualTo(100);
        assertThat(window.all()).isEqualTo(4_030);
    }

    @Test
    void shouldHaveSeenNothingOfWhatEndsWhileItWarmsUp() {
        Window window = new Window(100, 200);
        window.arrived(1_000, -7);
        window.arrived(1_000, 60);

        assertThat(window.nanos()).isZero();
        assertThat(window.bytes()).isZero();
        assertThat(window.all()).isEqualTo(2_000);
    }

    @SeededTest(runs = 100)
    void shouldFindTheRateWhateverTheSizesThatArriveAtOnce(RandomGenerator random) {
        Window window = new Window(100_000, 1_000_000);
        double bytesPerNano = random.nextDouble(0.01, 2);
        int largest = random.nextInt(2, 20_000);
        long now = random.nextLong(-1_000_000, 1_000_000);
        for (long end = now + 2_000_000; now < end; ) {
            int bytes = random.nextInt(1, largest);
            now += Math.max(1, Math.round(bytes / bytesPerNano));
            window.arrived(bytes, now);
        }

        assertThat((double) window.bytes() / window.nanos()).isBetween(0.95 * bytesPerNano, 1.05 * bytesPerNano);
    }

    /** A packet is lost now and then; what comes behind it is read when it has come again, bit by bit. */
    @SeededTest(runs = 100)
    void shouldFindTheRateWhateverIsHeldBack(RandomGenerator random) {
        Window window = new Window(250_000_000, 625_000_000);
        double bytesPerNano = random.nextDouble(0.001, 0.02);
        long heldNanos = random.nextLong(1_000_000, 120_000_000);
        long held = 0;
        long released = 0;
        for (long now = 0; now < 1_000_000_000; now += 1_000_000) {
            if (now > released + 2 * heldNanos && random.nextInt(50) == 0) {
                released = now + heldNanos;
            }
            held += Math.round(1_000_000 * bytesPerNano);
            for (long at = now; now >= released && held > 0; at += 1_000) {
                long piece = Math.min(held, 8_192);
                window.arrived(piece, at);
                held -= piece;
            }
        }

        assertThat((double) window.bytes() / window.nanos()).isBetween(0.97 * bytesPerNano, 1.03 * bytesPerNano);
    }
}
