package dev.sluice.master.weather;

/**
 * The rate at which the bytes of messages arrive after their first byte. Round trips and queues before a message do not
 * count, so the rate is at least the bandwidth of the narrowest link, and far more if messages arrive in one piece.
 * Older messages lose weight. Confined to the master loop.
 */
final class ArrivalRate {
    /** Smaller messages tell nothing about a link [bytes]. */
    static final long LEAST_BYTES = 16 << 10;

    /** Messages until the rate counts as known: one pause of a process must not look like a slow link. */
    private static final long FEWEST = 8;

    private static final double MEMORY_BYTES = 8 << 20;

    private long messages;
    private double bytes;
    private double seconds;

    /**
     * Adds messages.
     *
     * @param allBytes of all of them together
     * @param arrivingNanos from first to last byte, summed [ns]
     */
    void add(long count, long allBytes, long arrivingNanos) {
        if (count < 1 || allBytes / count < LEAST_BYTES) {
            return;
        }
        if (bytes > MEMORY_BYTES) {
            bytes /= 2;
            seconds /= 2;
        }
        messages += count;
        bytes += allBytes;
        seconds += Math.max(0, arrivingNanos) * 1e-9;
    }

    /** The rate [bytes/s]; infinite if messages arrive in one piece, 0 if too few have arrived. */
    double bytesPerSecond() {
        return messages < FEWEST ? 0 : bytes / seconds;
    }
}
