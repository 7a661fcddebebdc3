package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/**
 * The setup of every worker for a cycle.
 *
 * @param cycle number of the cycle
 * @param content bytes that fill up the requested size
 */
record Setup(int cycle, byte[] content) {
    /** Encoded size without content. */
    static final int HEADER_BYTES = 8;

    /** Fixed widths: {@link #HEADER_BYTES} and the content. */
    static final Codec<Setup> CODEC = new Codec<>() {
        @Override
        public void encode(Setup value, Encoder out) {
            out.writeInt(value.cycle);
            Block.write(value.content, out);
        }

        @Override
        public Setup decode(Decoder in) {
            return new Setup(in.readInt(), Block.read(in));
        }
    };
}
