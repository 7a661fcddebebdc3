package dev.sluice.app.mandelbrot;

/**
 * How soon each pixel of a tile escapes: one result.
 *
 * @param values rows × columns, row-major; iterations as a smooth number of 1 or more, {@link Kernel#INSIDE} for points
 *     that never escaped
 */
public record Counts(float[] values) {}
