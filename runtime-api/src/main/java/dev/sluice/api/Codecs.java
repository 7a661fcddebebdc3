package dev.sluice.api;

import java.lang.reflect.Type;
import java.util.List;
import java.util.NoSuchElementException;

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
    private static final List<String> NAMES = List.of("setup", "unit", "result");
    private static final List<String> RESIDENT = List.of("setup", "part", "message", "result");

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

    /**
     * The codec of a type argument with which a class extends this template, through any generic classes between.
     *
     * @param template {@link Application} or {@link ResidentApplication}
     */
    @SuppressWarnings("unchecked") // the shape derived from a type encodes values of that type
    static <T> Codec<T> ofArgument(Class<?> application, Class<?> template, int argument) {
        String name = (template == Application.class ? NAMES : RESIDENT).get(argument);
        KnownType type = argument(application, template, argument, name);
        try {
            return (Codec<T>) new Derivation().root(type);
        } catch (CodecException e) {
            throw e.path().isEmpty() ? e.inside(name) : e;
        }
    }

    private static KnownType argument(Class<?> application, Class<?> template, int argument, String name) {
        try {
            return KnownType.of(application, KnownType.Bindings.NONE)
                    .as(template)
                    .orElseThrow()
                    .arguments()
                    .get(argument);
        } catch (CodecException | NoSuchElementException e) {
            throw new CodecException(
                    application.getName() + " does not declare the type of its " + name
                            + (template == Application.class
                                    ? " (expected: extends Application<Setup, Unit, Result> with three types)"
                                    : " (expected: extends ResidentApplication<Setup, Part, Message, Result> with four types)"),
                    e);
        }
    }
}
