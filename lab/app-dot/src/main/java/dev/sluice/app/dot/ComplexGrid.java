package dev.sluice.app.dot;

import java.util.Arrays;
import org.hipparchus.transform.DftNormalization;
import org.hipparchus.transform.FastFourierTransformer;
import org.hipparchus.transform.TransformType;

/**
 * A cube of complex numbers that repeats in all directions. The cell (x, y, z) is at (x · size + y) · size + z.
 * Confined to one thread.
 */
final class ComplexGrid {
    private final int size;
    private final double[] real;
    private final double[] imaginary;
    /** One line of cells, as the library takes it: its real and its imaginary parts. */
    private final double[][] line;

    /** @param size cells along each edge, a power of two */
    ComplexGrid(int size) {
        this.size = size;
        this.real = new double[size * size * size];
        this.imaginary = new double[real.length];
        this.line = new double[2][size];
    }

    int size() {
        return size;
    }

    /** Real parts of all cells, not a copy. */
    double[] real() {
        return real;
    }

    /** Imaginary parts of all cells, not a copy. */
    double[] imaginary() {
        return imaginary;
    }

    void clear() {
        Arrays.fill(real, 0);
        Arrays.fill(imaginary, 0);
    }

    /** The index of a cell. Coordinates outside the cube mean the cell that repeats there. */
    int index(int x, int y, int z) {
        int mask = size - 1;
        return ((x & mask) * size + (y & mask)) * size + (z & mask);
    }

    void transform() {
        transform(TransformType.FORWARD);
    }

    void transformBack() {
        transform(TransformType.INVERSE);
    }

    /** Transforms the lines along z, then along y, then along x. */
    private void transform(TransformType type) {
        for (int stride = 1; stride < real.length; stride *= size) {
            for (int first = 0; first < real.length; first++) {
                if (first / stride % size == 0) {
                    transformLine(first, stride, type);
                }
            }
        }
    }

    /** A line of zeros stays as it is. Most lines of a small molecule are such. */
    private void transformLine(int first, int stride, TransformType type) {
        boolean isZero = true;
        for (int at = 0, cell = first; at < size; at++, cell += stride) {
            line[0][at] = real[cell];
            line[1][at] = imaginary[cell];
            isZero &= real[cell] == 0 && imaginary[cell] == 0;
        }
        if (isZero) {
            return;
        }
        FastFourierTransformer.transformInPlace(line, DftNormalization.STANDARD, type);
        for (int at = 0, cell = first; at < size; at++, cell += stride) {
            real[cell] = line[0][at];
            imaginary[cell] = line[1][at];
        }
    }

    /** Replaces each number by its conjugate times the number of the other grid. */
    void conjugateTimes(double[] otherReal, double[] otherImaginary) {
        for (int cell = 0; cell < real.length; cell++) {
            double re = real[cell];
            double im = imaginary[cell];
            real[cell] = otherReal[cell] * re + otherImaginary[cell] * im;
            imaginary[cell] = otherImaginary[cell] * re - otherReal[cell] * im;
        }
    }
}
