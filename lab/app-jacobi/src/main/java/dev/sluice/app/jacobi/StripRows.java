package dev.sluice.app.jacobi;

/**
 * Some rows of a strip: a border on its way to a neighbour, or the whole strip after the last step.
 *
 * @param cells rows × columns, row-major
 */
public record StripRows(double[] cells) {}
