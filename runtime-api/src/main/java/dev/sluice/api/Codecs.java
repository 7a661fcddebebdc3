package dev.sluice.api;

import java.lang.reflect.Type;

/**
 * Derives codecs from types. Supported are primitives and their boxes, {@code String}, enums, records of supported
 * types, sealed interfaces of records, arrays of all of them, {@code List}, {@code Set}, {@code Map}, {@code Optional},
 * {@code UUID}, {@code Instant}, {@code Duration}, {@code BigInteger}, {@code BigDecimal}, {@link Blob} and protobuf
 * messages. Arrays of primitives cost nothing per element.
 *
 * <p>A type outside this list is refused when the codec is derived; the error names its place. Collections decode to
 * unmodifiable ones. Nulls are refused; use {@code Optional} for a value that may be absent.
 */
public final class Codecs {
    private Codecs() {}

    /** The codec of the type; throws {@link CodecException} that names the unsupported part. */
    @SuppressWarnings("unchecked") // the shape derived from a type encodes values of that type
    public static <T> Codec<T> of(Type type) {
        return (Codec<T>) new Derivation().root(KnownType.of(type, KnownType.Bindings.NONE));
    }

    /** The codec of a class without type parameters. */
    public static <T> Codec<T> of(Class<T> type) {
        return of((Type) type);
    }
}
