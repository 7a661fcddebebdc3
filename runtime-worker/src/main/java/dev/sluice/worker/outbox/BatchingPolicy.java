package dev.sluice.worker.outbox;

import dev.sluice.api.CodecException;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.rules.Limits;

/**
 * How many units a slot takes at once, and when results leave. Pure arithmetic on sizes and forecasts.
 *
 * <p>A claim is worth about 100 µs of work, so that its cost is spread over many tiny units, while long units are taken
 * one by one and several slots share a chunk to its end. A batch of results leaves when it is big enough to fill a
 * frame, when it is old, or when the units in it are as many as are left here, for then the master needs to know so
 * that it can send more before the slots starve.
 */
public final class BatchingPolicy {
    static final int MOST_UNITS = 256;
    static final int BATCH_BYTES = 64 * 1024;
    /** A result above this travels in a message of its own. */
    public static final int INLINE_BYTES = 64 * 1024;
    /**
     * A result above this fails its unit, for the master decodes it into its heap; bytes of blobs, which it does not,
     * are not counted.
     */
    public static final long MOST_RESULT_BYTES = Limits.STANDARD.maxPayloadBytes() - 64;
    /** A larger result is encoded into a file. */
    static final long MOST_IN_MEMORY_BYTES =
            Math.max(1 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16));
    /** A batch that would become older than this while the next unit is computed leaves before it. */
    public static final long PATIENCE_NANOS = SchedulerConfig.BATCHING_NANOS;
    /** No result waits longer than this for others. */
    public static final long DEADLINE_NANOS = 2 * PATIENCE_NANOS;

    private static final long CLAIM_NANOS = 100_000L;

    private BatchingPolicy() {}

    /** What is said of a result above {@link #MOST_RESULT_BYTES}. */
    public static CodecException tooLarge(long bytes) {
        return new CodecException("a result of " + bytes + " bytes (expected: at most " + MOST_RESULT_BYTES
                + "; more as a dev.sluice.api.Blob, which passes as a stream)");
    }

    /** Units to claim: {@code forecastNanos} is the time of one unit, 0 when unknown; {@code queued} is at least 1. */
    public static int claimUnits(long forecastNanos, long queued, int slots) {
        if (forecastNanos <= 0) {
            return 1;
        }
        long worth = CLAIM_NANOS / forecastNanos;
        long share = queued / (2L * slots);
        return (int) Math.max(1, Math.min(MOST_UNITS, Math.min(worth, share)));
    }

    /** Whether a batch is large enough, or holds so much of the work left here, that it should leave. */
    public static boolean full(long bytes, int units, long unitsLeftHere, int slots) {
        return bytes >= BATCH_BYTES || units >= MOST_UNITS || (long) units * slots >= unitsLeftHere;
    }

    /** Whether a batch of this age should leave before a unit of this forecast is computed. */
    public static boolean old(long ageNanos, long forecastNanos) {
        return ageNanos + forecastNanos > PATIENCE_NANOS;
    }
}
