package dev.sluice.json;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the document of a record has: a field for each component, by {@link Written} and {@link IfKnown}. Found once for
 * each type. Immutable.
 */
final class Shape {
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(type);
        }
    };

    private static final Map<Class<?>, Object> UNKNOWN = Map.of(
            double.class, Double.NaN, long.class, 0L, int.class, 0, boolean.class, false, String.class, "", List.class, List.of());

    private final List<Part> parts;
    private final Constructor<?> constructor;

    private Shape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        parts = Arrays.stream(components).map(Part::new).toList();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true); // records of packages that are not public
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static Shape of(Class<?> type) {
        return SHAPES.get(type);
    }

    List<Part> parts() {
        return parts;
    }

    /** Reads a record from its document. */
    Object read(JsonTree json) {
        Object[] values = parts.stream().map(part -> part.read(json)).toArray();
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException why ? why : new IllegalStateException(refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(constructor + ": " + impossible, impossible);
        }
    }

    private static Object value(JsonTree json, Type type) {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == Map.class
                    ? json.fields(each -> value(each, last))
                    : json.elements().stream().map(each -> value(each, last)).toList();
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            return json.as(plain);
        }
        if (plain.isEnum()) {
            return json.oneOf(plain.asSubclass(Enum.class));
        }
        return switch (plain.getSimpleName()) {
            case "boolean", "Boolean" -> json.truth();
            case "int", "Integer" -> json.integer();
            case "long", "Long" -> json.whole();
            case "double", "Double" -> json.number();
            case "String" -> json.text();
            case "Instant" -> json.time();
            case "Path" -> json.path();
            case "long[]" -> json.elements().stream().mapToLong(JsonTree::whole).toArray();
            case "double[]" -> json.elements().stream().mapToDouble(JsonTree::number).toArray();
            default -> throw new IllegalStateException(plain.getName());
        };
    }

    /** A component. */
    static final class Part {
        private final RecordComponent component;
        private final @Nullable Written written;
        private final boolean isIfKnown;
        private final boolean isNullable;

        private Part(RecordComponent component) {
            this.component = component;
            written = component.getAnnotation(Written.class);
            isIfKnown = component.isAnnotationPresent(IfKnown.class);
            isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                    || written != null && written.orNull();
            component.getAccessor().setAccessible(true);
        }

        String name() {
            return written == null || written.value().isEmpty() ? component.getName() : written.value();
        }

        boolean isFlat() {
            return written != null && written.flat();
        }

        /** The value of the field. */
        @Nullable
        Object of(Record record) {
            try {
                Object value = component.getAccessor().invoke(record);
                return value instanceof Optional<?> some ? some.orElse(null) : written(value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(component.toString(), e);
            }
        }

        private @Nullable Object written(@Nullable Object value) {
            if (written == null || !(value instanceof Number number)) {
                return value;
            }
            double scale = Math.pow(10, written.digits());
            return written.digits() >= 0
                    ? Math.round(number.doubleValue() * scale) / scale
                    : written.per() == 1 ? value : number.doubleValue() / written.per();
        }

        /** Whether the document has no field for this value. */
        boolean isLeftOut(@Nullable Object value) {
            return isIfKnown
                    && (value == null
                            || value instanceof Double number && !Double.isFinite(number)
                            || value instanceof String text && text.isEmpty()
                            || value instanceof Collection<?> all && all.isEmpty());
        }

        private @Nullable Object read(JsonTree json) {
            Class<?> type = component.getType();
            if (isFlat()) {
                return Shape.of(type).read(json);
            }
            if (type == Optional.class) {
                Type some = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
                return json.has(name()) ? Optional.of(value(json.at(name()), some)) : Optional.empty();
            }
            if ((isIfKnown || isNullable) && !json.has(name())) {
                return isNullable && !type.isPrimitive() ? null : UNKNOWN.get(type);
            }
            JsonTree field = json.at(name());
            if (written != null && written.per() != 1) {
                long whole = Math.round(field.number() * written.per());
                return type == int.class ? (Object) (int) whole : (Object) whole;
            }
            return value(field, component.getGenericType());
        }
    }
}
