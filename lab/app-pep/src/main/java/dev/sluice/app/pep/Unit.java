package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/**
 * A unit of work for a worker.
 *
 * @param index index in the cycle
 * @param nanos compute time [ns]
 * @param resultBytes encoded size of the result
 * @param content bytes that fill up the requested size
 */
record Unit(long index, long nanos, int resultBytes, byte[] content) {
    /** Encoded size without content. */
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
