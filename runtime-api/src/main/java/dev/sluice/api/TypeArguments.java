package dev.sluice.api;

import java.util.NoSuchElementException;

/**
 * Finds the types of an application's type parameters, through any generic classes between it and {@link Application}.
 */
final class TypeArguments {
    private static final String[] NAMES = {"setup", "unit", "result"};
    private static final String[] RESIDENT = {"setup", "part", "message", "result"};

    private TypeArguments() {}

    /** @param argument 0 setup, 1 unit, 2 result */
    static <T> Codec<T> codec(Class<?> application, int argument) {
        return codec(application, Application.class, argument);
    }

    /** @param argument of {@code template}, which is {@link Application} or {@link ResidentApplication} */
    @SuppressWarnings("unchecked") // the shape derived from a type encodes values of that type
    static <T> Codec<T> codec(Class<?> application, Class<?> template, int argument) {
        String name = (template == Application.class ? NAMES : RESIDENT)[argument];
        KnownType type = of(application, template, argument, name);
        try {
            return (Codec<T>) new Derivation().root(type);
        } catch (CodecException e) {
            throw e.path().isEmpty() ? e.inside(name) : e;
        }
    }

    static KnownType of(Class<?> application, int argument) {
        return of(application, Application.class, argument, NAMES[argument]);
    }

    private static KnownType of(Class<?> application, Class<?> template, int argument, String name) {
        KnownType known;
        try {
            known = KnownType.of(application, KnownType.Bindings.NONE)
                    .as(template)
                    .orElseThrow();
        } catch (CodecException | NoSuchElementException e) {
            throw new CodecException(
                    application.getName() + " does not declare the type of its " + name
                            + (template == Application.class
                                    ? " (expected: extends Application<Setup, Unit, Result> with three types)"
                                    : " (expected: extends ResidentApplication<Setup, Part, Message, Result> with four types)"),
                    e);
        }
        return known.arguments().get(argument);
    }
}
