package dev.sluice.model.delivery;

/**
 * How far the results of one worker are safe, and acknowledged: at once when much has gathered, else with the master's
 * next tick. Guarded by its owner.
 */
public final class SafeResults {
    private long safeSequence;
    private long safeBytes;
    private long safeArrivedNanos;
    private long acknowledged;
    private long acknowledgedBytes;

    /** Starts without results. */
    public SafeResults() {}

    /**
     * Records that all results up to this number are safe.
     *
     * @param bytes of those that were not safe before
     * @param arrivedNanos when the last of them arrived
     */
    public void safe(long sequence, long bytes, long arrivedNanos) {
        safeSequence = sequence;
        safeBytes += bytes;
        safeArrivedNanos = arrivedNanos;
    }

    /** True if safe results have not been acknowledged. */
    public boolean isDue() {
        return safeSequence > acknowledged;
    }

    /** True if the safe results must be acknowledged at once. The caller does so. */
    public boolean isDueAtOnce(long windowBytes) {
        boolean due = wouldBeDueAtOnce(safeSequence, safeBytes, windowBytes);
        if (due) {
            acknowledgedBytes = safeBytes;
        }
        return due;
    }

    /** True if results up to this number must be acknowledged at once when they are safe; so many bytes in all. */
    public boolean wouldBeDueAtOnce(long sequence, long bytes, long windowBytes) {
        return ResultWindow.isAcknowledgedAtOnce(bytes - acknowledgedBytes, sequence - acknowledged, windowBytes);
    }

    /** Records that the safe results are acknowledged now. Returns the number up to which they are. */
    public long acknowledge() {
        acknowledged = safeSequence;
        return acknowledged;
    }

    /** Bytes of all results that are safe. */
    public long safeBytes() {
        return safeBytes;
    }

    /** How long the last safe result has been here [ns]. */
    public long queuedNanos(long nowNanos) {
        return Math.max(0, nowNanos - safeArrivedNanos);
    }

    /** The number up to which results are acknowledged. */
    public long acknowledged() {
        return acknowledged;
    }
}
