package dev.sluice.app.tomography;

/**
 * A reconstructed slice: a result.
 *
 * @param values rows × columns, row-major, from the top: density at the centre of each pixel
 */
public record SliceImage(float[] values) {}
