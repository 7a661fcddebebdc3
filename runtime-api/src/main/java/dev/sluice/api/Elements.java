package dev.sluice.api;

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
}
