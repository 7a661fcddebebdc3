package dev.sluice.app.tomography;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackProjectionTest {
    /** Each pixel is a sum over all measured values; no value is filtered before. */
    @ParameterizedTest
    @CsvSource({"33, 40", "24, 17", "16, 1"})
    void shouldEqualADenseSum(int size, int projections) {
        Scan scan = new Scan(size, projections);
        for (double z : new double[] {-0.5, 0, 0.1}) {
            float[] measured = Phantom.scan(scan, Phantom.slice(z)).values();
            float[] image =
                    BackProjection.reconstruct(scan, new Sinogram(measured)).values();
            for (int at = 0; at < image.length; at++) {
                double expected = dense(size, projections, measured, at);
                assertThat((double) image[at]).as("pixel %d of z %s", at, z).isCloseTo(expected, within(1e-6));
            }
        }
    }

    /** Written from the textbook's formulas, with coordinates in [-1, 1] and without the classes of the application. */
    private static double dense(int size, int projections, float[] measured, int at) {
        double step = 2.0 / size;
        double edge = (1.0 - size) / size;
        double x = edge + at % size * step;
        double y = -(edge + at / size * step);
        if (Math.hypot(x, y) > -edge * (1 + 1e-12)) {
            return 0;
        }
        double sum = 0;
        for (int projection = 0; projection < projections; projection++) {
            double turn = Math.PI / projections * projection;
            double t = x * Math.cos(turn) + y * Math.sin(turn);
            for (int detector = 0; detector < size; detector++) {
                double value = measured[projection * size + detector];
                sum += value * interpolated((t - edge) / step - detector) / (step * step) * step;
            }
        }
        return sum * Math.PI / projections;
    }

    /** The filter's weight at a distance between two whole ones. */
    private static double interpolated(double distance) {
        double below = Math.floor(distance);
        return (below + 1 - distance) * weight(below) + (distance - below) * weight(below + 1);
    }

    private static double weight(double distance) {
        if (distance == 0) {
            return 1 / 4.0;
        }
        return distance % 2 == 0 ? 0 : -1 / Math.pow(Math.PI * distance, 2);
    }

    /** Steps along each ray through the phantom's densities. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, -0.35})
    void shouldScanWhatStepsAlongTheRaysFind(double z) {
        Scan scan = new Scan(16, 7);
        List<Ellipse> slice = Phantom.slice(z);
        float[] measured = Phantom.scan(scan, slice).values();
        double step = 1e-4;
        for (int projection = 0; projection < 7; projection++) {
            double cos = Math.cos(Math.PI * projection / 7);
            double sin = Math.sin(Math.PI * projection / 7);
            for (int detector = 0; detector < 16; detector++) {
                double t = (detector - 7.5) / 8;
                double sum = 0;
                for (double along = -1 + step / 2; along < 1; along += step) {
                    sum += step * Phantom.density(slice, t * cos - along * sin, t * sin + along * cos);
                }
                assertThat((double) measured[projection * 16 + detector]).isCloseTo(sum, within(1e-3));
            }
        }
    }

    @Test
    void shouldKnowTheDensitiesOfTheMiddleSlice() {
        List<Ellipse> middle = Phantom.slice(0);
        assertThat(middle).hasSize(10);
        assertThat(Phantom.density(middle, 0, 0.9)).isEqualTo(1);
        assertThat(Phantom.density(middle, 0, 0.7)).isCloseTo(0.2, within(1e-12));
        assertThat(Phantom.density(middle, 0, 0.35)).isCloseTo(0.3, within(1e-12));
        assertThat(Phantom.density(middle, 0.22, 0)).isCloseTo(0, within(1e-12));
        assertThat(Phantom.density(middle, 0.95, 0)).isZero();
        assertThat(Phantom.slice(0.75)).hasSize(2);
        assertThat(Phantom.slice(0.82)).isEmpty();
    }

    /** A disc looks alike from everywhere, and its reconstruction is flat inside. */
    @SeededTest(runs = 10)
    void shouldReconstructADiscAnywhere(RandomGenerator chance) {
        double x = chance.nextDouble(-0.4, 0.4);
        double y = chance.nextDouble(-0.4, 0.4);
        Scan scan = new Scan(65, 120);
        List<Ellipse> disc = List.of(new Ellipse(2, 0.3, 0.3, x, y, chance.nextDouble(7)));
        float[] image =
                BackProjection.reconstruct(scan, Phantom.scan(scan, disc)).values();
        for (int row = 0; row < 65; row++) {
            for (int column = 0; column < 65; column++) {
                double distance = Math.hypot(scan.position(column) - x, -scan.position(row) - y);
                if (distance < 0.2) {
                    assertThat((double) image[row * 65 + column]).isCloseTo(2, within(0.3));
                } else if (distance > 0.4) {
                    assertThat((double) image[row * 65 + column]).isCloseTo(0, within(0.3));
                }
            }
        }
    }
}
