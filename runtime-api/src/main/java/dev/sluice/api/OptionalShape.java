package dev.sluice.api;

import java.util.Optional;

/** A value that may be absent: a boolean, then the value. */
final class OptionalShape extends Shape<Optional<Object>> {
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
