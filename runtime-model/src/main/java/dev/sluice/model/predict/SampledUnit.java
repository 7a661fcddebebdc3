package dev.sluice.model.predict;

/**
 * The measurements of an executed unit.
 *
 * @param computeSeconds compute time on one slot of the executing machine [s]
 * @param inputBytes encoded input [bytes]
 * @param resultBytes encoded result [bytes]
 * @param acceptSeconds time to decode and accept its result on the master [s]
 */
public record SampledUnit(long index, double computeSeconds, long inputBytes, long resultBytes, double acceptSeconds) {}
