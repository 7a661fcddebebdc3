package dev.sluice.app.jacobi;

import java.util.SplittableRandom;

/**
 * A problem whose solution is known after any number of iterations. A cubic polynomial that does not change under the
 * iteration is the steady state, and fixes the edges. Standing waves are added to it. Each iteration multiplies the
 * wave of p and q half lengths by (cos(pπ/(rows+1)) + cos(qπ/(columns+1))) / 2, an eigenvalue of the iteration.
 */
final class Waves {
    private static final int COUNT = 8;
    private static final int MOST_HALF_LENGTHS = 24;

    private final PlatePlan.Strips work;
    private final int[] down = new int[COUNT];
    private final int[] across = new int[COUNT];
    private final double[] heights = new double[COUNT];

    Waves(PlatePlan.Strips work, long seed) {
        this.work = work;
        SplittableRandom random = new SplittableRandom(seed);
        for (int wave = 0; wave < COUNT; wave++) {
            down[wave] = halfLengths(random, work.rows());
            across[wave] = halfLengths(random, work.columns());
            heights[wave] = uniform(random) - 0.5;
        }
    }

    private static int halfLengths(SplittableRandom random, int cells) {
        return 1 + (int) (uniform(random) * Math.min(MOST_HALF_LENGTHS, cells));
    }

    /** 0 ≤ number < 1, the same with every Java. */
    private static double uniform(SplittableRandom random) {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }

    /** All cells after this number of iterations, computed without any. */
    double[] after(int iterations) {
        return rows(0, work.rows() + 2, iterations);
    }

    /** The same for the rows {@code [from, to)}, of which row 0 is the fixed edge. */
    double[] rows(int from, int to, int iterations) {
        double[] cells = new double[(to - from) * work.width()];
        double[][] rows = new double[COUNT][];
        double[][] columns = new double[COUNT][];
        for (int wave = 0; wave < COUNT; wave++) {
            double factor =
                    (StrictMath.cos(step(down[wave], work.rows())) + StrictMath.cos(step(across[wave], work.columns())))
                            / 2;
            rows[wave] = sines(down[wave], work.rows(), heights[wave] * StrictMath.pow(factor, iterations));
            columns[wave] = sines(across[wave], work.columns(), 1);
        }
        for (int row = from; row < to; row++) {
            for (int column = 0; column < work.width(); column++) {
                double sum = steady(row, column);
                for (int wave = 0; wave < COUNT; wave++) {
                    sum += rows[wave][row] * columns[wave][column];
                }
                cells[(row - from) * work.width() + column] = sum;
            }
        }
        return cells;
    }

    private static double step(int halfLengths, int cells) {
        return halfLengths * Math.PI / (cells + 1);
    }

    /** The waves are zero on the edges, which therefore stay as they are. */
    private static double[] sines(int halfLengths, int cells, double height) {
        double[] sines = new double[cells + 2];
        for (int cell = 1; cell <= cells; cell++) {
            sines[cell] = height * StrictMath.sin(cell * step(halfLengths, cells));
        }
        return sines;
    }

    /** x³ − 3xy², with the middle of the grid as origin. Every cell is the mean of its four neighbours. */
    private double steady(int row, int column) {
        double scale = 1.0 / (Math.max(work.rows(), work.columns()) + 1);
        double x = (2 * column - work.columns() - 1) * scale;
        double y = (2 * row - work.rows() - 1) * scale;
        return x * x * x - 3 * x * y * y;
    }
}
