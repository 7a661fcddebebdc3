package dev.sluice.app.dot;

/**
 * Consecutive rotations: one unit.
 *
 * @param first index of the first rotation
 * @param count at least 1
 */
public record RotationBlock(int first, int count) {}
