package dev.sluice.model.delivery;

/** Decides how many inputs travel in one message. */
public final class InputBatch {
    /** A message with at least this many bytes of inputs takes no more. */
    public static final int FULL_BYTES = 64 << 10;

    /** Maximum number of units in a message. */
    public static final int MOST_UNITS = 8192;

    /** Size of a batch of inputs that are encoded before their units are assigned [bytes]. */
    public static final int AHEAD_BYTES = 32 << 10;

    private InputBatch() {}

    /** True if a message takes another input of unknown size. */
    public static boolean takesMore(long units, long bytes) {
        return units < MOST_UNITS && bytes < FULL_BYTES;
    }

    /**
     * True if a message takes another input of known size. A sub-master knows the size, because it has encoded inputs.
     *
     * @param units number of units in the message without the input
     * @param bytesWith size of the message with the input
     */
    public static boolean takes(long units, long bytesWith) {
        return units < MOST_UNITS && bytesWith <= FULL_BYTES;
    }
}
