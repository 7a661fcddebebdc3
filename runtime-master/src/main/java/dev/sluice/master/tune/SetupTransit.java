package dev.sluice.master.tune;

/**
 * The time in which a large setup left for a worker, monotonic [ns].
 *
 * @param bytes of the setup, without what the transport took at once and may not have left [bytes]
 */
public record SetupTransit(long fromNanos, long toNanos, long bytes) {}
