package dev.sluice.app.pep;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/**
 * What a worker gives back.
 *
 * @param wallNanos from the first to the last step of the unit
 * @param cpuNanos processor time of its thread meanwhile; 0 where nothing was computed
 * @param iterationsPerMilli speed of the worker as calibrated, in iterations per millisecond of processor time; 0 where
 *     nothing was calibrated
 * @param content so many bytes as make up the size asked for
 */
record Result(long wallNanos, long cpuNanos, int iterationsPerMilli, byte[] content) {
    /** Encoded size with no content. */
    static final int HEADER_BYTES = 24;

    /** The smallest result: it has 8 bytes of content, so that each can be told from every other. */
    static final int LEAST_BYTES = HEADER_BYTES + Long.BYTES;

    /** Fixed widths: {@link #HEADER_BYTES} and the content. */
    static final Codec<Result> CODEC = new Codec<>() {
        @Override
        public void encode(Result value, Encoder out) {
            out.writeLong(value.wallNanos);
            out.writeLong(value.cpuNanos);
            out.writeInt(value.iterationsPerMilli);
            Block.write(value.content, out);
        }

        @Override
        public Result decode(Decoder in) {
            return new Result(in.readLong(), in.readLong(), in.readInt(), Block.read(in));
        }
    };

    /** Encoded size. */
    int bytes() {
        return HEADER_BYTES + content.length;
    }
}
