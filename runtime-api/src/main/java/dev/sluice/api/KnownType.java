package dev.sluice.api;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A type with all its type arguments resolved.
 *
 * @param raw the class; the erased array class for an array
 * @param arguments one per type parameter of {@code raw}; for an array of objects its component type alone
 */
record KnownType(Class<?> raw, List<KnownType> arguments) {

    /** Maps the type variables in scope to their types. */
    record Bindings(Map<TypeVariable<?>, KnownType> bound) {
        static final Bindings NONE = new Bindings(Map.of());
    }

    static KnownType of(Type type, Bindings bindings) {
        if (type instanceof Class<?> raw) {
            return ofClass(raw);
        }
        if (type instanceof ParameterizedType generic) {
            List<KnownType> arguments = Arrays.stream(generic.getActualTypeArguments())
                    .map(argument -> of(argument, bindings))
                    .toList();
            return new KnownType((Class<?>) generic.getRawType(), arguments);
        }
        if (type instanceof GenericArrayType array) {
            return arrayOf(of(array.getGenericComponentType(), bindings));
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], bindings);
        }
        KnownType known = bindings.bound().get(type);
        if (known == null) {
            throw new CodecException("type variable " + type.getTypeName() + " is not known here (expected: a type)");
        }
        return known;
    }

    private static KnownType ofClass(Class<?> raw) {
        if (raw.isArray() && !raw.getComponentType().isPrimitive()) {
            return arrayOf(ofClass(raw.getComponentType()));
        }
        if (raw.getTypeParameters().length > 0) {
            throw new CodecException(
                    raw.getTypeName() + " without its type arguments (expected: " + raw.getSimpleName() + "<…>)");
        }
        return new KnownType(raw, List.of());
    }

    private static KnownType arrayOf(KnownType component) {
        return new KnownType(Array.newInstance(component.raw, 0).getClass(), List.of(component));
    }

    /** Maps this type's own type parameters to its arguments. */
    Bindings bindings() {
        TypeVariable<?>[] parameters = raw.isArray() ? new TypeVariable<?>[0] : raw.getTypeParameters();
        Map<TypeVariable<?>, KnownType> bound = new HashMap<>();
        for (int index = 0; index < parameters.length; index++) {
            bound.put(parameters[index], arguments.get(index));
        }
        return new Bindings(bound);
    }

    /**
     * This type seen as its superclass {@code ancestor}, through any generic classes between; empty when a link is raw.
     */
    Optional<KnownType> as(Class<?> ancestor) {
        if (raw == ancestor) {
            return Optional.of(this);
        }
        Type parent = raw.getGenericSuperclass();
        if (parent instanceof Class<?> plain && plain.getTypeParameters().length > 0) {
            return Optional.empty();
        }
        return of(parent, bindings()).as(ancestor);
    }

    /** The subclass with the type arguments that make it a subtype of this sealed interface. */
    KnownType permitted(Class<?> subclass) {
        TypeVariable<?>[] parameters = subclass.getTypeParameters();
        Map<TypeVariable<?>, KnownType> bound = new HashMap<>();
        for (Type parent : subclass.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType generic && generic.getRawType() == raw) {
                Type[] given = generic.getActualTypeArguments();
                for (int index = 0; index < given.length; index++) {
                    if (given[index] instanceof TypeVariable<?> variable) {
                        bound.put(variable, arguments.get(index));
                    }
                }
            }
        }
        Bindings bindings = new Bindings(bound);
        return new KnownType(
                subclass,
                Arrays.stream(parameters)
                        .map(parameter -> of(parameter, bindings))
                        .toList());
    }

    /** The type as written in messages, such as {@code List<int[]>}. */
    @Override
    public String toString() {
        if (raw.isArray() || arguments.isEmpty()) {
            return raw.isArray() && !arguments.isEmpty() ? arguments.get(0) + "[]" : raw.getSimpleName();
        }
        return raw.getSimpleName()
                + arguments.stream().map(KnownType::toString).collect(Collectors.joining(", ", "<", ">"));
    }
}
