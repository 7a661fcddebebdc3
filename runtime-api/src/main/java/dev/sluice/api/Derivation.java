package dev.sluice.api;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    /** An array of objects, including arrays of arrays. */
    private static final class ArrayShape extends Shape<Object[]> {
        private final Class<?> component;
        private final Elements elements;

        ArrayShape(String name, Class<?> component, Shape<Object> element) {
            super(articled(name));
            this.component = component;
            this.elements = new Elements(element);
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(Object[] value) {
            return elements.size(value.length);
        }

        @Override
        public void encode(Object[] value, Encoder out) {
            elements.write(value, out);
        }

        @Override
        public Object[] decode(Decoder in) {
            return elements.read(in, count -> (Object[]) Array.newInstance(component, count));
        }
    }

    /** A value that may be absent: a boolean, then the value. */
    private static final class OptionalShape extends Shape<Optional<Object>> {
        private final Shape<Object> shape;

        OptionalShape(Shape<Object> shape) {
            super("an Optional");
            this.shape = shape;
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(Optional<Object> value) {
            if (value.isEmpty()) {
                return 1;
            }
            long size = shape.size(value.get());
            return size == UNKNOWN ? UNKNOWN : 1 + size;
        }

        @Override
        public void encode(Optional<Object> value, Encoder out) {
            out.writeBoolean(value.isPresent());
            if (value.isPresent()) {
                shape.encode(value.get(), out);
            }
        }

        @Override
        public Optional<Object> decode(Decoder in) {
            return in.readBoolean() ? Optional.of(shape.decode(in)) : Optional.empty();
        }
    }

    /**
     * A map in its own order: the number of entries, then key and value of each. Decodes to an unmodifiable map of the
     * same order.
     */
    private static final class MapShape extends Shape<Map<Object, Object>> {
        private final Elements keys;
        private final Elements values;

        MapShape(Shape<Object> key, Shape<Object> value) {
            super("a Map");
            this.keys = new Elements(key);
            this.values = new Elements(value);
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        public void encode(Map<Object, Object> value, Encoder out) {
            Object[] entries = value.entrySet().toArray();
            out.writeVarint(entries.length);
            for (int index = 0; index < entries.length; index++) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries[index];
                keys.write(entry.getKey(), index, ".key", out);
                values.write(entry.getValue(), index, ".value", out);
            }
        }

        @Override
        public Map<Object, Object> decode(Decoder in) {
            int count = in.readLength(keys.minimum() + values.minimum());
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int index = 0; index < count; index++) {
                Object key = keys.read(in, index, ".key");
                if (entries.put(key, values.read(in, index, ".value")) != null) {
                    throw new CodecException("the same key twice (expected: a Map)").inside("[" + index + "]");
                }
            }
            return Collections.unmodifiableMap(entries);
        }
    }

    /** A protobuf message: its length, then its own encoding. */
    private static final class MessageShape extends Shape<MessageLite> {
        private final Parser<? extends MessageLite> parser;

        private MessageShape(String name, Parser<? extends MessageLite> parser) {
            super(articled(name));
            this.parser = parser;
        }

        static MessageShape of(Class<? extends MessageLite> type) {
            try {
                MessageLite message =
                        (MessageLite) type.getMethod("getDefaultInstance").invoke(null);
                return new MessageShape(type.getSimpleName(), message.getParserForType());
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new CodecException(
                        type.getName() + " is no generated message (expected: a class that protoc wrote)", e);
            }
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(MessageLite value) {
            int size = value.getSerializedSize();
            return varintBytes(size) + size;
        }

        @Override
        public void encode(MessageLite value, Encoder out) {
            if (!value.isInitialized()) {
                throw new CodecException("message without its required fields (expected: all of them set)");
            }
            int size = value.getSerializedSize();
            out.writeVarint(size);
            ByteBuffer buffer = out.contiguous(size);
            try {
                CodedOutputStream stream = CodedOutputStream.newInstance(buffer);
                value.writeTo(stream);
                stream.flush(); // moves the buffer's position
            } catch (IOException e) {
                throw new CodecException("message changed while it was encoded (expected: an unchanging one)", e);
            }
        }

        @Override
        public MessageLite decode(Decoder in) {
            ByteBuffer bytes = in.contiguous(in.readLength(Byte.BYTES));
            try {
                return parser.parseFrom(bytes);
            } catch (InvalidProtocolBufferException e) {
                throw new CodecException(
                        "bytes that are no " + article().substring(article().indexOf(' ') + 1) + ": " + e.getMessage(),
                        e);
            }
        }
    }

    /** A sealed interface: the index of the permitted subclass in declaration order, then its value. */
    private static final class SealedShape extends Shape<Object> {
        private final List<Class<?>> classes = new ArrayList<>();
        private final List<Shape<Object>> shapes = new ArrayList<>();
        private final Map<Class<?>, Integer> indices = new HashMap<>();

        SealedShape(String name) {
            super(articled(name));
        }

        /** Adds the next permitted subclass; only while the shape is derived. */
        void permit(Class<?> subclass, Shape<Object> shape) {
            if (!subclass.isInterface()) {
                indices.put(subclass, classes.size());
            }
            classes.add(subclass);
            shapes.add(shape);
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(Object value) {
            int index = index(value);
            long size = shapes.get(index).size(value);
            return size == UNKNOWN ? UNKNOWN : varintBytes(index) + size;
        }

        private int index(Object value) {
            Integer index = indices.get(value.getClass());
            if (index != null) {
                return index;
            }
            for (int nested = 0; nested < classes.size(); nested++) {
                if (classes.get(nested).isInstance(value)) {
                    return nested;
                }
            }
            throw new CodecException(value.getClass().getName() + " (expected: " + article() + ")");
        }

        @Override
        public void encode(Object value, Encoder out) {
            int index = index(value);
            out.writeVarint(index);
            shapes.get(index).encode(value, out);
        }

        @Override
        public Object decode(Decoder in) {
            long index = in.readVarint();
            if (index < 0 || index >= shapes.size()) {
                throw new CodecException("alternative " + Long.toUnsignedString(index) + " of " + article()
                        + " (expected: 0 to " + (shapes.size() - 1) + ")");
            }
            return shapes.get((int) index).decode(in);
        }
    }
}
