package dev.sluice.api;

import java.lang.reflect.Array;

/** An array of objects, including arrays of arrays. */
final class ArrayShape extends Shape<Object[]> {
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
