package dev.sluice.app.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class KernelTest {
    @Test
    void shouldKnowWhatIsInside() {
        assertThat(value(0, 0)).isEqualTo(Kernel.INSIDE);
        assertThat(value(-1, 0)).isEqualTo(Kernel.INSIDE);
        assertThat(value(-0.1, 0.7)).isEqualTo(Kernel.INSIDE);
        assertThat(value(0.4, 0)).isPositive();
        assertThat(value(2, 2)).isPositive();
    }

    @Test
    void shouldCountWithoutSteps() {
        float before = value(0.5, 0.5);
        for (double real = 0.5; real < 1; real += 1e-5) {
            float next = value(real, 0.5);
            assertThat(next).isCloseTo(before, within(0.001f));
            before = next;
        }
    }

    @Test
    void shouldCountFromOneHoweverFarOut() {
        assertThat(value(1e6, 0)).isBetween(1f, 2f);
        assertThat(value(1e200, 1e200)).isBetween(1f, 2f);
    }

    @Test
    void shouldFillTilesRowByRow() {
        View view = new View(-2, 1.5, 0.25, 50);
        float[] tile = Kernel.compute(view, new Tile(3, 2, 4, 5)).values();
        assertThat(tile).hasSize(20);
        assertThat(tile[6]).isEqualTo(Kernel.compute(view, new Tile(5, 3, 1, 1)).values()[0]);
    }

    /** The bits of these counts are identical on every machine. */
    @Test
    void shouldGiveTheBitsItGaveOnTheFirstMachine() {
        CRC32 check = new CRC32();
        for (float value : Kernel.compute(new View(-0.7488, 0.1121, 2e-5, 500), new Tile(0, 0, 100, 100))
                .values()) {
            int bits = Float.floatToRawIntBits(value);
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                check.update(bits >> shift & 0xff);
            }
        }
        assertThat(check.getValue()).isEqualTo(1_108_527_628L);
    }

    private static float value(double real, double imaginary) {
        return Kernel.compute(new View(real - 0.5e-9, imaginary + 0.5e-9, 1e-9, 1_000), new Tile(0, 0, 1, 1))
                .values()[0];
    }
}
