package dev.sluice.app.jacobi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The validated options.
 *
 * @param verify true if the answer is compared with a serial solution
 * @param copyEvery steps from one copy of the strips to the next, at most
 * @param out picture to write
 * @param figures where times of steps go
 */
record PlatePlan(
        Strips work,
        long seed,
        boolean verify,
        int copyEvery,
        Path out,
        @Nullable Path figures) {
    /**
     * The amount of work and its division.
     *
     * @param rows without the fixed edges
     * @param columns without the fixed edges
     * @param halo iterations of one step; the last may have fewer
     * @param strips parts that stay on workers
     */
    record Strips(int rows, int columns, int iterations, int halo, int strips) {
        int steps() {
            return 1 + (iterations - 1) / halo;
        }

        int iterationsOf(int step) {
            return Math.min(halo, iterations - step * halo);
        }

        /** Cells of a row, with the fixed one at each end. */
        int width() {
            return columns + 2;
        }

        /** The first row of a strip, or the end of the last one. Row 0 is the fixed edge. */
        int first(int strip) {
            return 1 + (int) ((long) strip * rows / strips);
        }
    }
}
