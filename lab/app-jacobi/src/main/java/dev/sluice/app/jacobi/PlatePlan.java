package dev.sluice.app.jacobi;

import java.nio.file.Path;

/**
 * The validated options.
 *
 * @param verify true if the answer is compared with a serial solution
 * @param out picture to write
 */
record PlatePlan(Strips work, long seed, boolean verify, Path out) {
    /**
     * The amount of work and its division.
     *
     * @param rows without the fixed edges
     * @param columns without the fixed edges
     * @param halo iterations of one cycle; the last may have fewer
     * @param strips units of each cycle
     */
    record Strips(int rows, int columns, int iterations, int halo, int strips) {
        int cycles() {
            return 1 + (iterations - 1) / halo;
        }

        int iterationsOf(int cycle) {
            return Math.min(halo, iterations - cycle * halo);
        }

        /** Cells of a row, with the fixed one at each end. */
        int width() {
            return columns + 2;
        }

        /** All cells, with the fixed ones. */
        int cells() {
            return (rows + 2) * width();
        }

        /** The first row of a strip, or the end of the last one. Row 0 is the fixed edge. */
        int first(int strip) {
            return 1 + (int) ((long) strip * rows / strips);
        }
    }
}
