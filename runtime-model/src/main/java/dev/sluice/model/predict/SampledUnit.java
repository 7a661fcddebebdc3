package dev.sluice.model.predict;

/**
 * A unit that was executed.
 *
 * @param computeSeconds on one slot of the machine where it was executed
 * @param inputBytes encoded
 * @param resultBytes encoded
 * @param acceptSeconds decoding its result and accepting it, on the master
 */
public record SampledUnit(long index, double computeSeconds, long inputBytes, long resultBytes, double acceptSeconds) {}
