package dev.sluice.api;

import java.util.NoSuchElementException;

/**
 * Finds the types of an application's type parameters, through any generic classes between it and {@link Application}.
 */
final class TypeArguments {
    private static final String[] NAMES = {"setup", "unit", "result"};

    private TypeArguments() {}

    /** @param argument 0 setup, 1 unit, 2 result */
    @SuppressWarnings("unchecked") // the shape derived from a type encodes values of that type
    static <T> Codec<T> codec(Class<?> application, int argument) {
        KnownType type = of(application, argument);
        try {
            return (Codec<T>) new Derivation().root(type);
        } catch (CodecException e) {
            throw e.path().isEmpty() ? e.inside(NAMES[argument]) : e;
        }
    }

    static KnownType of(Class<?> application, int argument) {
        KnownType template;
        try {
            template = KnownType.of(application, KnownType.Bindings.NONE)
                    .as(Application.class)
                    .orElseThrow();
        } catch (CodecException | NoSuchElementException e) {
            throw new CodecException(
                    application.getName() + " does not declare the type of its " + NAMES[argument]
                            + " (expected: extends Application<Setup, Unit, Result> with three types)",
                    e);
        }
        return template.arguments().get(argument);
    }
}
