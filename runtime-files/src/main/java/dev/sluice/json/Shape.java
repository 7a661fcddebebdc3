package dev.sluice.json;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.Written;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the document of a type: one for each component of a record and for each method that is {@link Written}.
 * Found once for each type. Immutable.
 */
public final class Shape {
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(type);
        }
    };

    private static final Map<Class<?>, Object> UNKNOWN =
            Map.of(double.class, Double.NaN, long.class, 0L, int.class, 0, String.class, "", List.class, List.of());

    /** The largest number up to which every whole number is exact in JavaScript: 2^53. */
    private static final long MOST_EXACT = 1L << 53;

    private final List<Part> parts = new ArrayList<>();
    private final @Nullable Constructor<?> constructor;

    /** Writes and reads a class whose document one method returns and another takes; null for other classes. */
    private final @Nullable Method written;

    private final @Nullable Method maker;

    private Shape(Class<?> type) {
        List<Method> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Written.class))
                .filter(method -> !isAccessor(type, method))
                .sorted(Comparator.comparing(Method::getName)) // each Java has an order of its own
                .toList();
        methods.forEach(method -> method.setAccessible(true));
        maker = methods.stream()
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .findFirst()
                .orElse(null);
        boolean made = maker != null;
        written = made ? methods.get(methods.get(0) == maker ? 1 : 0) : null;
        if (made || !type.isRecord()) {
            constructor = null;
            return;
        }
        RecordComponent[] components = type.getRecordComponents();
        for (RecordComponent component : components) {
            parts.add(new Part(component));
        }
        for (Method method : methods) {
            Part part = new Part(method.getName(), method, method, method.getGenericReturnType(), false);
            String after = method.getAnnotation(Written.class).after();
            int last = (int) parts.stream()
                    .takeWhile(each -> !each.component.equals(after))
                    .count();
            parts.add(Math.min(parts.size(), last + 1), part);
        }
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true); // records of packages that are not public
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Annotations of a component are those of its accessor, too. */
    private static boolean isAccessor(Class<?> type, Method method) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.getAccessor().equals(method));
    }

    public static Shape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** The fields of a record, in their order; those of a flat record and omitted ones as one. */
    public List<Part> parts() {
        return parts;
    }

    /** The type of what documents have for values of this type. */
    public static Class<?> document(Class<?> type) {
        Method method = of(type).written;
        return method == null ? type : method.getReturnType();
    }

    /** Returns what documents have for this value: itself, or what its class says. */
    static Object written(Object value) {
        Method method = of(value.getClass()).written;
        return method == null ? value : call(method, value);
    }

    private static Object call(Method method, @Nullable Object of, Object... arguments) {
        try {
            return method.invoke(of, arguments);
        } catch (ReflectiveOperationException wrong) {
            throw wrong.getCause() instanceof RuntimeException why ? why : new IllegalStateException(wrong);
        }
    }

    private Object read(JsonTree json) {
        if (maker != null) {
            return call(maker, null, value(json, maker.getGenericParameterTypes()[0]));
        }
        if (constructor == null) {
            throw new IllegalStateException("no record");
        }
        Object[] values = parts.stream()
                .filter(part -> part.isComponent)
                .map(part -> part.read(json))
                .toArray();
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException why ? why : new IllegalStateException(refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(constructor + ": " + impossible, impossible);
        }
    }

    /** Reads a value of this type. */
    static Object value(JsonTree json, Type type) {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == Map.class
                    ? json.fields(each -> value(each, last))
                    : json.elements().stream().map(each -> value(each, last)).toList();
        }
        Class<?> plain = (Class<?>) type;
        return switch (plain.getSimpleName()) {
            case "boolean", "Boolean" -> json.truth();
            case "int", "Integer" -> json.integer();
            case "long", "Long" -> json.whole();
            case "double", "Double" -> json.number();
            case "String" -> json.text();
            case "Instant" -> json.time();
            case "Path" -> json.path();
            case "RunId" -> json.made("the id of a run", id -> new RunId(id.text()));
            case "WorkerId" -> json.made("a worker such as w1", id -> new WorkerId(numbered(id)));
            case "ErrorCode" ->
                ErrorCode.ofNumber(json.made("a code such as E204", Shape::numbered))
                        .orElse(ErrorCode.INTERNAL);
            case "byte[]" -> json.bytes();
            case "int[]" -> json.elements().stream().mapToInt(JsonTree::integer).toArray();
            case "long[]" -> json.elements().stream().mapToLong(JsonTree::whole).toArray();
            case "float[]" -> json.floats();
            case "double[]" ->
                json.elements().stream().mapToDouble(JsonTree::number).toArray();
            default -> plain.isEnum() && of(plain).maker == null ? constant(json, plain) : made(json, plain);
        };
    }

    private static Object made(JsonTree json, Class<?> type) {
        String what = type.getSimpleName().replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
        return json.made("a " + what, of(type)::read);
    }

    private static int numbered(JsonTree id) {
        if (!id.text().matches("[A-Za-z][1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("a letter and a number");
        }
        return Integer.parseInt(id.text().substring(1));
    }

    private static <E extends Enum<E>> E constant(JsonTree json, Class<?> type) {
        @SuppressWarnings("unchecked") // only enums come here
        Class<E> constants = (Class<E>) type;
        return json.oneOf(constants);
    }

    /** A field. */
    public static final class Part {
        private final String component;
        private final Method getter;
        private final Type type;
        private final boolean isComponent;
        private final @Nullable Written written;
        private final boolean isIfKnown;
        private final boolean isNullable;

        private Part(RecordComponent from) {
            this(from.getName(), from, from.getAccessor(), from.getGenericType(), true);
        }

        private Part(String component, AnnotatedElement annotated, Method getter, Type type, boolean isComponent) {
            this.component = component;
            this.getter = getter;
            this.type = type;
            this.isComponent = isComponent;
            written = annotated.getAnnotation(Written.class);
            isIfKnown = annotated.isAnnotationPresent(IfKnown.class);
            isNullable = getter.getAnnotatedReturnType().isAnnotationPresent(Nullable.class)
                    || written != null && (written.orNull() || written.orUnlimited());
            getter.setAccessible(true);
        }

        public String name() {
            return written == null || written.value().isEmpty() ? component : written.value();
        }

        public boolean isFlat() {
            return written != null && written.flat();
        }

        public boolean isOmitted() {
            return written != null && written.omitted();
        }

        /** The value of the field. */
        @Nullable
        Object of(Record record) {
            Object value = call(getter, record);
            return value instanceof Optional<?> some ? some.orElse(null) : written(value);
        }

        private @Nullable Object written(@Nullable Object value) {
            if (written == null || value == null) {
                return value;
            }
            if (written.exact()) {
                if (!(value instanceof long[] all)) {
                    return exact((Long) value);
                }
                boolean fits = LongStream.of(all).allMatch(each -> each <= MOST_EXACT);
                return fits ? all : LongStream.of(all).mapToObj(Part::exact).toList();
            }
            if (written.digits() >= 0) {
                double scale = Math.pow(10, written.digits());
                return Math.round((Double) value * scale) / scale;
            }
            if (written.instant()) {
                return Instant.ofEpochMilli((Long) value);
            }
            return written.per() == 1 ? value : (Object) (((Number) value).doubleValue() / written.per());
        }

        private static Object exact(long number) {
            return number > MOST_EXACT ? (Object) Long.toString(number) : (Object) number;
        }

        /** The type of the value in the document. */
        public Type type() {
            boolean isScaled = written != null && written.per() != 1;
            return isScaled ? double.class : written != null && written.instant() ? Instant.class : type;
        }

        /** Returns whether every document has the field. */
        public boolean isRequired() {
            return !isIfKnown && !isOmitted();
        }

        /** Returns whether the value may be null: in the document, or the field is missing. */
        public boolean isNullable() {
            return isNullable;
        }

        /** Returns whether the document has no field for this value. */
        boolean isLeftOut(@Nullable Object value) {
            boolean isUnknown = value == null
                    || value instanceof Double number && !Double.isFinite(number)
                    || !isNullable && value instanceof String text && text.isEmpty()
                    || !isNullable && value instanceof Collection<?> all && all.isEmpty();
            return isIfKnown && isUnknown || isOmitted();
        }

        private @Nullable Object read(JsonTree json) {
            if (isFlat()) {
                Shape flat = Shape.of((Class<?>) type);
                boolean isThere = !isNullable || flat.parts.stream().anyMatch(each -> json.has(each.name()));
                return isThere ? flat.read(json) : null;
            }
            if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
                return json.has(name())
                        ? Optional.of(value(json.at(name()), generic.getActualTypeArguments()[0]))
                        : Optional.empty();
            }
            if (isOmitted() || (isIfKnown || isNullable) && !json.has(name())) {
                if (written != null && written.orUnlimited()) {
                    return Double.POSITIVE_INFINITY;
                }
                Class<?> plain = getter.getReturnType();
                return isNullable && !plain.isPrimitive() ? null : UNKNOWN.get(plain);
            }
            JsonTree field = json.at(name());
            if (written != null && written.instant()) {
                return field.time().toEpochMilli();
            }
            if (written != null && written.per() != 1) {
                long whole = Math.round(field.number() * written.per());
                return type == int.class ? (Object) Math.toIntExact(whole) : (Object) whole;
            }
            return value(field, type);
        }
    }
}
