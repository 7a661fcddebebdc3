package dev.sluice.api;

import com.google.protobuf.MessageLite;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Derives the shape of one type and of everything in it. Used once. */
final class Derivation {
    private static final int DEEPEST_TYPE = 64;
    private static final String SUPPORTED =
            "a primitive, String, enum, record, sealed interface of records, array, List, Set, Map, Optional, UUID,"
                    + " a value of java.time, BigInteger, BigDecimal, Blob or protobuf message; or give a Codec";

    private final Map<KnownType, Shape<?>> known = new HashMap<>();
    private int depth;
    private boolean blobs;

    /** The shape of a whole value; errors begin with the type's name. */
    Shape<?> root(KnownType type) {
        try {
            Shape<?> root = shape(type);
            if (blobs) {
                root.hasBlobs();
            }
            return root;
        } catch (CodecException e) {
            throw e.path().isEmpty()
                    ? e
                    : e.inside(
                            e.path().startsWith("[")
                                    ? type.toString()
                                    : type.raw().getSimpleName());
        }
    }

    private Shape<?> shape(KnownType type) {
        Shape<?> done = known.get(type);
        if (done != null) {
            return done;
        }
        if (++depth > DEEPEST_TYPE) {
            throw new CodecException(
                    type.raw().getName() + " nested deeper than " + DEEPEST_TYPE + " types (expected: a finite type)");
        }
        Shape<?> derived = derive(type);
        depth--;
        known.put(type, derived);
        return derived;
    }

    private Shape<?> derive(KnownType type) {
        Class<?> raw = type.raw();
        Optional<Shape<?>> leaf = LeafShape.of(raw);
        if (leaf.isPresent()) {
            blobs |= raw == Blob.class;
            return leaf.get();
        }
        if (raw.isRecord()) {
            return deriveRecord(type, raw);
        }
        if (raw.isEnum()) {
            return new LeafShape.OfEnum<>(raw);
        }
        if (raw.isArray()) {
            return new ArrayShape(type.toString(), raw.getComponentType(), element(type, 0));
        }
        if (raw == List.class) {
            return new Elements.OfList(element(type, 0));
        }
        if (raw == Set.class) {
            return new Elements.OfSet(element(type, 0));
        }
        if (raw == Map.class) {
            return new MapShape(element(type, 0), element(type, 1));
        }
        if (raw == Optional.class) {
            return new OptionalShape(element(type, 0));
        }
        if (MessageLite.class.isAssignableFrom(raw) && !raw.isInterface()) {
            return MessageShape.of(raw.asSubclass(MessageLite.class));
        }
        if (raw.isSealed() && raw.isInterface()) {
            return deriveSealed(type);
        }
        throw new CodecException(raw.getTypeName() + " has no codec (expected: " + SUPPORTED + ")");
    }

    @SuppressWarnings("unchecked") // a shape of the element's type
    private Shape<Object> element(KnownType type, int argument) {
        try {
            return (Shape<Object>) shape(type.arguments().get(argument));
        } catch (CodecException e) {
            throw e.inside(type.raw() == Map.class && argument == 0 ? "[].key" : "[]");
        }
    }

    private <T> Shape<T> deriveRecord(KnownType type, Class<T> raw) {
        LateShape<T> late = new LateShape<>(Shape.articled(raw.getSimpleName()));
        known.put(type, late);
        List<Shape<Object>> shapes = new ArrayList<>();
        List<RecordShape.Part> parts = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            Shape<Object> shape = component(type, component);
            shapes.add(shape);
            parts.add(new RecordShape.Part(component.getName(), shape, RecordHandles.accessor(component)));
        }
        Shape<T> shape = new RecordShape<>(raw, parts, RecordHandles.of(raw, shapes));
        late.bind(shape);
        return shape;
    }

    @SuppressWarnings("unchecked") // a shape of the component's type
    private Shape<Object> component(KnownType type, RecordComponent component) {
        try {
            return (Shape<Object>) shape(KnownType.of(component.getGenericType(), type.bindings()));
        } catch (CodecException e) {
            throw e.inside(component.getName());
        }
    }

    private Shape<?> deriveSealed(KnownType type) {
        LateShape<Object> late = new LateShape<>(Shape.articled(type.raw().getSimpleName()));
        known.put(type, late);
        SealedShape shape = new SealedShape(type.raw().getSimpleName());
        for (Class<?> subclass : type.raw().getPermittedSubclasses()) {
            shape.permit(subclass, alternative(type, subclass));
        }
        late.bind(shape);
        return shape;
    }

    @SuppressWarnings("unchecked") // a shape of the subclass
    private Shape<Object> alternative(KnownType type, Class<?> subclass) {
        try {
            return (Shape<Object>) shape(type.permitted(subclass));
        } catch (CodecException e) {
            throw e.inside("(" + subclass.getSimpleName() + ")");
        }
    }

    /**
     * A placeholder for a record that contains itself, while its shape is derived. Bound once, before the first value.
     */
    private static final class LateShape<T> extends Shape<T> {
        private @Nullable Shape<T> shape;

        LateShape(String article) {
            super(article);
        }

        void bind(Shape<T> derived) {
            this.shape = derived;
        }

        private Shape<T> shape() {
            if (shape == null) {
                throw new IllegalStateException(article() + " used while it is being derived");
            }
            return shape;
        }

        /** A value that can contain itself has at least one byte that tells whether it does. */
        @Override
        int minimum() {
            return 1;
        }

        @Override
        public void encode(T value, Encoder out) {
            shape().encode(value, out);
        }

        @Override
        public T decode(Decoder in) {
            return shape().decode(in);
        }
    }
}
