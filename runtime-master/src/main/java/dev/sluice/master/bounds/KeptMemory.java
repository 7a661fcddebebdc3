package dev.sluice.master.bounds;

/**
 * The memory that all sessions together may make the master keep: a fixed part of its heap. One owner may have at most
 * half of what the others leave, so that no owner alone uses it up. Confined to the master loop.
 */
public final class KeptMemory {
    private final long mostBytes;
    private long usedBytes;

    /** @param mostBytes for all owners together [bytes] */
    KeptMemory(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The part of one owner. */
    public static final class Share {
        private long bytes;

        /** Bytes that the master keeps for this owner. */
        long bytes() {
            return bytes;
        }
    }

    /** Takes so much for an owner, if it may have it. */
    boolean take(Share share, long bytes) {
        if (bytes > mostBytes - usedBytes || share.bytes + bytes > (mostBytes - usedBytes + share.bytes) / 2) {
            return false;
        }
        share.bytes += bytes;
        usedBytes += bytes;
        return true;
    }

    /** Gives back what an owner does not use any more. */
    void giveBack(Share share, long bytes) {
        share.bytes -= bytes;
        usedBytes -= bytes;
    }

    /** Bytes that are kept for all owners. */
    public long usedBytes() {
        return usedBytes;
    }
}
