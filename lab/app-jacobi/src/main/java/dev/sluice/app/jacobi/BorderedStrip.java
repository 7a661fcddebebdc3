package dev.sluice.app.jacobi;

/**
 * A strip of rows with its borders: one unit. Rows are numbered from 0, the fixed edge above the first row that moves.
 *
 * @param first the first row of the strip
 * @param count rows of the strip, without borders
 * @param low the first row in {@code cells}: 0, or the strip's first row minus {@code iterations}
 * @param columns cells of a row, with the fixed one at each end
 * @param iterations how many to compute
 * @param cells rows × columns, row-major: the borders above, the strip, the borders below
 */
public record BorderedStrip(int first, int count, int low, int columns, int iterations, double[] cells) {}
