package dev.sluice.app.jacobi;

/**
 * The rows of a strip after the iterations of a cycle: the result of a unit.
 *
 * @param cells rows × columns, row-major
 */
public record StripRows(double[] cells) {}
