package dev.sluice.app.tomography;

/**
 * What the scanner measured of one slice: a unit.
 *
 * @param values projections × detectors, row-major: density integrated along each ray
 */
public record Sinogram(float[] values) {}
