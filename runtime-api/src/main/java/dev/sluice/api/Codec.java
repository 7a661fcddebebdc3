package dev.sluice.api;

/**
 * Encodes values as bytes and decodes them. {@link Codecs} derives codecs from types; write one by hand only if a type
 * is not supported or a more compact encoding pays. Called from several threads at once, so it must be stateless.
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
