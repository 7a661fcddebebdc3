package dev.sluice.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A sealed interface: the index of the permitted subclass in declaration order, then its value. */
final class SealedShape extends Shape<Object> {
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
