package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/** A placeholder for a record that contains itself, while its shape is derived. Bound once, before the first value. */
final class LateShape<T> extends Shape<T> {
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
