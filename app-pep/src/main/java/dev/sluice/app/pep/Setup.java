package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/**
 * What every worker gets before a cycle.
 *
 * @param cycle its number
 * @param content so many bytes as make up the size asked for
 */
record Setup(int cycle, byte[] content) {
    /** Encoded size with no content. */
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
