package dev.sluice.api;

/** A codec derived from a type. It also knows how many bytes values take. Immutable. */
abstract class Shape<T> implements Codec<T> {
    static final long UNKNOWN = -1;

    private final String article;
    private boolean blobs;

    /** @param article the type with its article, for messages: {@code a Tile}, {@code an int[]} */
    Shape(String article) {
        this.article = article;
    }

    /** The expected type with its article, for messages: {@code a Tile}. */
    final String article() {
        return article;
    }

    /** Records that values may contain blobs; called by the derivation. */
    final void hasBlobs() {
        blobs = true;
    }

    /** Tells whether values may contain blobs, if this is the shape of a whole value. */
    final boolean blobs() {
        return blobs;
    }

    /** The least number of bytes of a value. */
    abstract int minimum();

    /** The bytes that every value takes, or {@link #UNKNOWN} when they vary. */
    long fixed() {
        return UNKNOWN;
    }

    /** The bytes that this value takes, or {@link #UNKNOWN} if finding out is no cheaper than encoding it. */
    long size(T value) {
        return fixed();
    }

    /** Refuses null with a message that names the expected type, else encodes. */
    final void encodePresent(T value, Encoder out) {
        if (value == null) {
            throw absent();
        }
        encode(value, out);
    }

    final CodecException absent() {
        return new CodecException("null (expected: " + article + "; use Optional for an absent value)");
    }

    static String articled(String name) {
        return ("aeiouAEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    static long varintBytes(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    }
}
