package dev.sluice.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes or decodes a record with one composed method handle each. The JVM compiles it like straight-line code:
 * without boxing and without a loop over the components.
 *
 * @param encode (Object record, Encoder) → void
 * @param decode (Decoder) → Object
 */
record RecordHandles(MethodHandle encode, MethodHandle decode) {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle MARK_WRITE = find("mark", void.class, int.class, Encoder.class);
    private static final MethodHandle MARK_READ = find("mark", void.class, int.class, Decoder.class);
    private static final MethodHandle WRITE = find("write", void.class, Shape.class, Object.class, Encoder.class);
    private static final MethodHandle READ = find("read", Object.class, Shape.class, Decoder.class);

    /** @param shapes one per component of the record */
    static RecordHandles of(Class<?> type, List<Shape<Object>> shapes) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            return new RecordHandles(composeEncode(type, components, shapes), composeDecode(type, components, shapes));
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            throw new CodecException(
                    "record " + type.getName() + " is closed to Sluice (expected: its module opens the package)", e);
        } catch (IllegalArgumentException | NoSuchMethodException e) {
            throw new CodecException(
                    "record " + type.getName() + " has too many components (expected: at most 120)", e);
        }
    }

    /** Accessor of one component as (Object record) → Object. */
    static MethodHandle accessor(RecordComponent component) {
        try {
            return open(component).asType(MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            throw new CodecException(
                    "record component " + component + " is closed to Sluice (expected: its module opens the package)",
                    e);
        }
    }

    private static MethodHandle open(RecordComponent component) throws IllegalAccessException {
        component.getAccessor().setAccessible(true);
        return LOOKUP.unreflect(component.getAccessor());
    }

    private static MethodHandle composeEncode(Class<?> type, RecordComponent[] components, List<Shape<Object>> shapes)
            throws IllegalAccessException, NoSuchMethodException {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, type, Encoder.class));
        for (int index = components.length - 1; index >= 0; index--) {
            Class<?> part = components[index].getType();
            MethodHandle write = part.isPrimitive() ? primitiveWrite(part) : referenceWrite(shapes.get(index), part);
            MethodHandle step = MethodHandles.filterArguments(write, 0, open(components[index]));
            MethodHandle mark = MethodHandles.insertArguments(MARK_WRITE, 0, index);
            step = MethodHandles.foldArguments(step, MethodHandles.dropArguments(mark, 0, type));
            all = MethodHandles.foldArguments(all, step);
        }
        return all.asType(MethodType.methodType(void.class, Object.class, Encoder.class));
    }

    /** (part, Encoder) → void */
    private static MethodHandle primitiveWrite(Class<?> part) throws NoSuchMethodException, IllegalAccessException {
        MethodHandle write =
                LOOKUP.findVirtual(Encoder.class, "write" + capitalised(part), MethodType.methodType(void.class, part));
        return MethodHandles.permuteArguments(write, MethodType.methodType(void.class, part, Encoder.class), 1, 0);
    }

    /** (part, Encoder) → void */
    private static MethodHandle referenceWrite(Shape<Object> shape, Class<?> part) {
        return MethodHandles.insertArguments(WRITE, 0, shape)
                .asType(MethodType.methodType(void.class, part, Encoder.class));
    }

    private static MethodHandle composeDecode(Class<?> type, RecordComponent[] components, List<Shape<Object>> shapes)
            throws IllegalAccessException, NoSuchMethodException {
        Class<?>[] parts =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = type.getDeclaredConstructor(parts);
        constructor.setAccessible(true);
        MethodHandle all = LOOKUP.unreflectConstructor(constructor);
        MethodHandle built = MethodHandles.insertArguments(MARK_READ, 0, parts.length);
        // (parts…) → record becomes (parts…, Decoder) → record, then loses its last part in each round
        all = MethodHandles.dropArguments(all, parts.length, Decoder.class);
        all = MethodHandles.foldArguments(all, parts.length, built);
        for (int index = parts.length - 1; index >= 0; index--) {
            MethodHandle read = parts[index].isPrimitive()
                    ? primitiveRead(parts[index])
                    : referenceRead(shapes.get(index), parts[index]);
            read = MethodHandles.foldArguments(read, MethodHandles.insertArguments(MARK_READ, 0, index));
            all = MethodHandles.foldArguments(all, index, read);
        }
        return all.asType(MethodType.methodType(Object.class, Decoder.class));
    }

    /** (Decoder) → part */
    private static MethodHandle primitiveRead(Class<?> part) throws NoSuchMethodException, IllegalAccessException {
        return LOOKUP.findVirtual(Decoder.class, "read" + capitalised(part), MethodType.methodType(part));
    }

    /** (Decoder) → part */
    private static MethodHandle referenceRead(Shape<Object> shape, Class<?> part) {
        return MethodHandles.insertArguments(READ, 0, shape).asType(MethodType.methodType(part, Decoder.class));
    }

    private static String capitalised(Class<?> primitive) {
        String name = primitive.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static void mark(int component, Encoder out) {
        out.component = component;
    }

    private static void mark(int component, Decoder in) {
        in.component = component;
    }

    private static void write(Shape<Object> shape, Object value, Encoder out) {
        shape.encodePresent(value, out);
    }

    private static Object read(Shape<Object> shape, Decoder in) {
        return shape.decode(in);
    }

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
        try {
            return LOOKUP.findStatic(RecordHandles.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("RecordHandles." + name, e);
        }
    }
}
