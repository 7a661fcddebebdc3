package dev.sluice.model.delivery;

/** How many inputs travel in one message. */
public final class InputBatch {
    /** A message with so many bytes of inputs takes no more. */
    public static final int FULL_BYTES = 64 << 10;

    /** A message takes no more units than this. */
    public static final int MOST_UNITS = 8192;

    /** Inputs that are encoded before their units are assigned, in one batch [bytes]. */
    public static final int AHEAD_BYTES = 32 << 10;

    private InputBatch() {}

    /** Whether a message takes another input, whose size is not known yet. */
    public static boolean takesMore(long units, long bytes) {
        return units < MOST_UNITS && bytes < FULL_BYTES;
    }

    /**
     * Whether a message takes another input of known size, as on a sub-master, which has the inputs encoded.
     *
     * @param units in the message without it
     * @param bytesWith of the message with it
     */
    public static boolean takes(long units, long bytesWith) {
        return units < MOST_UNITS && bytesWith <= FULL_BYTES;
    }
}
