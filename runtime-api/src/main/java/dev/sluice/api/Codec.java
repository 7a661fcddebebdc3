package dev.sluice.api;

/**
 * Turns values into bytes and back. Derived from the type by {@link Codecs}; written by hand only where a type is not
 * supported or a closer packing pays. Called from several threads at once, so it keeps no state.
 */
public interface Codec<T> {
    /** Writes the value; throws {@link CodecException} when it cannot be written. */
    void encode(T value, Encoder out);

    /**
     * Reads exactly what {@link #encode} wrote. The bytes may be hostile: anything wrong with them is a
     * {@link CodecException}.
     */
    T decode(Decoder in);
}
