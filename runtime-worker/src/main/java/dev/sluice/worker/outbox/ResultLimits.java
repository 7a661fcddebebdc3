package dev.sluice.worker.outbox;

import dev.sluice.api.CodecException;
import dev.sluice.net.rules.Limits;

/** How large a result may be, and when it is encoded into a file. */
public final class ResultLimits {
    /**
     * A result above this size fails its unit, because the master decodes it into its heap [bytes]. Bytes of blobs do
     * not count: the master does not decode them.
     */
    public static final long MOST_RESULT_BYTES = Limits.STANDARD.maxPayloadBytes() - 64;
    /** A larger result is encoded into a file. */
    static final long MOST_IN_MEMORY_BYTES =
            Math.max(1 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16));

    private ResultLimits() {}

    /** The error for a result above {@link #MOST_RESULT_BYTES}. */
    public static CodecException tooLarge(long bytes) {
        return new CodecException("a result of " + bytes + " bytes (expected: at most " + MOST_RESULT_BYTES
                + "; more as a dev.sluice.api.Blob, which passes as a stream)");
    }
}
