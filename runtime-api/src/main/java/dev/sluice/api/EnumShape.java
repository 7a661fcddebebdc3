package dev.sluice.api;

/** Encodes an enum by its ordinal. Both sides run the same jar, so constants have the same order. */
final class EnumShape<E> extends Shape<E> {
    private final E[] constants;

    EnumShape(Class<E> type) {
        super(articled(type.getSimpleName()));
        this.constants = type.getEnumConstants();
    }

    @Override
    int minimum() {
        return 1;
    }

    @Override
    long size(E value) {
        return varintBytes(((Enum<?>) value).ordinal());
    }

    @Override
    public void encode(E value, Encoder out) {
        out.writeVarint(((Enum<?>) value).ordinal());
    }

    @Override
    public E decode(Decoder in) {
        long ordinal = in.readVarint();
        if (ordinal < 0 || ordinal >= constants.length) {
            throw new CodecException("ordinal " + Long.toUnsignedString(ordinal) + " of " + article()
                    + " (expected: 0 to " + (constants.length - 1) + ")");
        }
        return constants[(int) ordinal];
    }
}
