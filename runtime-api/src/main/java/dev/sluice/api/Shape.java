package dev.sluice.api;

/** A codec derived from a type: besides turning values into bytes it knows how many there are. Immutable. */
abstract class Shape<T> implements Codec<T> {
    static final long UNKNOWN = -1;

    private final String article;
    private boolean blobs;

    /** @param article the type as a sentence names it: {@code a Tile}, {@code an int[]} */
    Shape(String article) {
        this.article = article;
    }

    /** What an error says is expected: {@code a Tile}. */
    final String article() {
        return article;
    }

    /** Values may have blobs in them; told by the derivation. */
    final void hasBlobs() {
        blobs = true;
    }

    /** Whether values may have blobs in them, when this is the shape of a whole value. */
    final boolean blobs() {
        return blobs;
    }

    /** No value takes fewer bytes. */
    abstract int minimum();

    /** The bytes that every value takes, or {@link #UNKNOWN} when they vary. */
    long fixed() {
        return UNKNOWN;
    }

    /** The bytes that this value takes, or {@link #UNKNOWN} when that is no cheaper to find out than to encode it. */
    long size(T value) {
        return fixed();
    }

    /** Refuses null with what is expected, then encodes. */
    final void encodePresent(T value, Encoder out) {
        if (value == null) {
            throw absent();
        }
        encode(value, out);
    }

    final CodecException absent() {
        return new CodecException("null (expected: " + article + "; Optional for what may be absent)");
    }

    static String articled(String name) {
        return ("aeiouAEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    static long varintBytes(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    }
}
