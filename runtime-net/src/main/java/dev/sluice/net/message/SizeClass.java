package dev.sluice.net.message;

/** Classes of transfers that see about the same bandwidth: small transfers see far less than the link's. */
public enum SizeClass {
    /** Up to 4 KiB. */
    TINY(4L << 10),
    /** Up to 64 KiB. */
    SMALL(64L << 10),
    /** Up to 1 MiB. */
    MEDIUM(1L << 20),
    /** Above. */
    LARGE(Long.MAX_VALUE);

    private final long mostBytes;

    SizeClass(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The class of a transfer of this size [bytes]. */
    public static SizeClass of(long bytes) {
        if (bytes <= TINY.mostBytes) {
            return TINY;
        }
        return bytes <= SMALL.mostBytes ? SMALL : bytes <= MEDIUM.mostBytes ? MEDIUM : LARGE;
    }
}
