package dev.sluice.api;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** A set in its own order; decodes to an unmodifiable one of that order. */
final class SetShape extends Shape<Set<Object>> {
    private final Elements elements;

    SetShape(Shape<Object> element) {
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
