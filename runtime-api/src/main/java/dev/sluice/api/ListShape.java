package dev.sluice.api;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A list; decodes to an unmodifiable one. */
final class ListShape extends Shape<List<Object>> {
    private final Elements elements;

    ListShape(Shape<Object> element) {
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
