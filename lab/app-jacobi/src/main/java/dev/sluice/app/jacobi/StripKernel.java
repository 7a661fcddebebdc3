package dev.sluice.app.jacobi;

import java.util.Arrays;

/**
 * Iterates on a strip alone. The rows next to an end of the borders lack a neighbour, so each iteration gives one row
 * less there. Borders of k rows thus last for k iterations. An edge of the grid is fixed and costs no row.
 */
final class StripKernel {
    private StripKernel() {}

    static StripRows iterate(BorderedStrip strip) {
        int columns = strip.columns();
        int rows = strip.cells().length / columns;
        boolean touchesUpperEdge = strip.low() + strip.iterations() > strip.first();
        int below = strip.low() + rows - strip.first() - strip.count();
        boolean touchesLowerEdge = below < strip.iterations();
        double[] now = strip.cells().clone();
        double[] next = now.clone();
        for (int iteration = 1; iteration <= strip.iterations(); iteration++) {
            int from = touchesUpperEdge ? 1 : iteration;
            int to = touchesLowerEdge ? rows - 1 : rows - iteration;
            for (int row = from; row < to; row++) {
                relax(now, next, row * columns, columns);
            }
            double[] spare = now;
            now = next;
            next = spare;
        }
        int first = (strip.first() - strip.low()) * columns;
        return new StripRows(Arrays.copyOfRange(now, first, first + strip.count() * columns));
    }

    /** The mean of the four neighbours, always added in the same order, for one row without its ends. */
    private static void relax(double[] now, double[] next, int start, int columns) {
        for (int at = start + 1; at < start + columns - 1; at++) {
            next[at] = 0.25 * ((now[at - columns] + now[at + columns]) + (now[at - 1] + now[at + 1]));
        }
    }
}
