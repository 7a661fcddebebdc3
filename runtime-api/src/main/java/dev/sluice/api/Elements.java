package dev.sluice.api;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** Several values of one shape: their number, then each of them. */
final class Elements {
    private final Shape<Object> shape;

    Elements(Shape<Object> shape) {
        this.shape = shape;
    }

    /** Bytes of {@code count} elements and their number, for elements of a fixed size. */
    long size(int count) {
        return shape.fixed() == Shape.UNKNOWN ? Shape.UNKNOWN : Shape.varintBytes(count) + count * width();
    }

    /** Bytes of one element. An element without bytes is padded to one. */
    private long width() {
        return Math.max(1, shape.fixed());
    }

    void write(Object[] values, Encoder out) {
        out.writeVarint(values.length);
        for (int index = 0; index < values.length; index++) {
            write(values[index], index, "", out);
        }
    }

    void write(Object value, int index, String part, Encoder out) {
        try {
            shape.encodePresent(value, out);
            if (shape.minimum() == 0) {
                out.writeByte((byte) 0);
            }
        } catch (CodecException e) {
            throw e.inside("[" + index + "]" + part);
        }
    }

    /** Reads an array. It is allocated only if the remaining bytes can hold all its elements. */
    Object[] read(Decoder in, IntFunction<Object[]> allocate) {
        Object[] values = allocate.apply(in.readLength(minimum()));
        for (int index = 0; index < values.length; index++) {
            values[index] = read(in, index, "");
        }
        return values;
    }

    Object read(Decoder in, int index, String part) {
        try {
            Object value = shape.decode(in);
            if (shape.minimum() == 0 && in.readByte() != 0) {
                throw new CodecException("padding that is not 0 (expected: 0)");
            }
            return value;
        } catch (CodecException e) {
            throw e.inside("[" + index + "]" + part);
        }
    }

    /**
     * Least bytes of an element, from 1. An element that may be empty is followed by a 0 byte, which bounds their
     * number.
     */
    int minimum() {
        return Math.max(1, shape.minimum());
    }

    /** A list; decodes to an unmodifiable one. */
    static final class OfList extends Shape<List<Object>> {
        private final Elements elements;

        OfList(Shape<Object> element) {
            super("a List");
            this.elements = new Elements(element);
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(List<Object> value) {
            return elements.size(value.size());
        }

        @Override
        public void encode(List<Object> value, Encoder out) {
            elements.write(value.toArray(), out);
        }

        @Override
        public List<Object> decode(Decoder in) {
            return Collections.unmodifiableList(Arrays.asList(elements.read(in, Object[]::new)));
        }
    }

    /** A set in its own order; decodes to an unmodifiable one of that order. */
    static final class OfSet extends Shape<Set<Object>> {
        private final Elements elements;

        OfSet(Shape<Object> element) {
            super("a Set");
            this.elements = new Elements(element);
        }

        @Override
        int minimum() {
            return 1;
        }

        @Override
        long size(Set<Object> value) {
            return elements.size(value.size());
        }

        @Override
        public void encode(Set<Object> value, Encoder out) {
            elements.write(value.toArray(), out);
        }

        @Override
        public Set<Object> decode(Decoder in) {
            int count = in.readLength(elements.minimum());
            Set<Object> values = new LinkedHashSet<>();
            for (int index = 0; index < count; index++) {
                if (!values.add(elements.read(in, index, ""))) {
                    throw new CodecException("the same element twice (expected: a Set)").inside("[" + index + "]");
                }
            }
            return Collections.unmodifiableSet(values);
        }
    }
}
