package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/**
 * What a worker is asked to do.
 *
 * @param index in the cycle
 * @param nanos to compute
 * @param resultBytes encoded size of the result
 * @param content so many bytes as make up the size asked for
 */
record Unit(long index, long nanos, int resultBytes, byte[] content) {
    /** Encoded size with no content. */
    static final int HEADER_BYTES = 24;

    /** Fixed widths: {@link #HEADER_BYTES} and the content. */
    static final Codec<Unit> CODEC = new Codec<>() {
        @Override
        public void encode(Unit value, Encoder out) {
            out.writeLong(value.index);
            out.writeLong(value.nanos);
            out.writeInt(value.resultBytes);
            Block.write(value.content, out);
        }

        @Override
        public Unit decode(Decoder in) {
            return new Unit(in.readLong(), in.readLong(), in.readInt(), Block.read(in));
        }
    };
}
