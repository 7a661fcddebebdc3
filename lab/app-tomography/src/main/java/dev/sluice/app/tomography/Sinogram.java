package dev.sluice.app.tomography;

/**
 * The measured values of one slice: a unit.
 *
 * @param values projections × detectors, row-major: density integrated along each ray
 */
public record Sinogram(float[] values) {}
