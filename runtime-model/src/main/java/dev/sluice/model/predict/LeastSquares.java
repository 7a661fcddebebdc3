package dev.sluice.model.predict;

/**
 * Linear least squares: normal equations, columns scaled to their largest value, Gaussian elimination with pivoting.
 * Suitable for few coefficients. Confined to one thread.
 */
final class LeastSquares {
    private final int width;
    private final double[][] products;
    private final double[] right;

    LeastSquares(int width) {
        this.width = width;
        this.products = new double[width][width];
        this.right = new double[width];
    }

    /** Adds one measurement: the value, and the factor of each coefficient. */
    void add(double value, double... factors) {
        for (int row = 0; row < width; row++) {
            for (int column = 0; column < width; column++) {
                products[row][column] += factors[row] * factors[column];
            }
            right[row] += factors[row] * value;
        }
    }

    double[] solve() {
        double[] scale = new double[width];
        for (int i = 0; i < width; i++) {
            scale[i] = products[i][i] > 0 ? 1 / Math.sqrt(products[i][i]) : 1;
        }
        double[][] rows = new double[width][width + 1];
        for (int row = 0; row < width; row++) {
            for (int column = 0; column < width; column++) {
                rows[row][column] = products[row][column] * scale[row] * scale[column];
            }
            rows[row][width] = right[row] * scale[row];
        }
        for (int column = 0; column < width; column++) {
            eliminate(rows, column);
        }
        double[] found = new double[width];
        for (int i = 0; i < width; i++) {
            found[i] = rows[i][width] / rows[i][i] * scale[i];
        }
        return found;
    }

    private void eliminate(double[][] rows, int column) {
        int pivot = column;
        for (int row = column + 1; row < width; row++) {
            pivot = Math.abs(rows[row][column]) > Math.abs(rows[pivot][column]) ? row : pivot;
        }
        double[] swapped = rows[pivot];
        rows[pivot] = rows[column];
        rows[column] = swapped;
        if (Math.abs(swapped[column]) < 1e-12) {
            throw new IllegalArgumentException("measurements that do not tell the coefficients apart");
        }
        for (int row = 0; row < width; row++) {
            if (row != column) {
                double factor = rows[row][column] / swapped[column];
                for (int at = column; at <= width; at++) {
                    rows[row][at] -= factor * swapped[at];
                }
            }
        }
    }
}
