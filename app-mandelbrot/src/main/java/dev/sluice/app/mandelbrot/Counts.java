package dev.sluice.app.mandelbrot;

/**
 * The escape counts of the pixels of a tile: one result.
 *
 * @param values rows × columns, row-major; iterations as a smooth number of 1 or more, {@link Kernel#INSIDE} for points
 *     that never escaped
 */
public record Counts(float[] values) {}
