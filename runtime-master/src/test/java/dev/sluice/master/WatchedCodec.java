package dev.sluice.master;

import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/** A codec of {@link Work}: says which step it takes, after what belongs to it is read or written. */
record WatchedCodec(Work work, String what, int padding) implements Codec<Long> {
    @Override
    public void encode(Long value, Encoder out) {
        out.writeLong(value);
        for (int more = 0; more < padding; more += Long.BYTES) {
            out.writeLong(more);
        }
        work.codes("encode " + what + " " + value);
    }

    @Override
    public Long decode(Decoder in) {
        long value;
        try {
            value = in.readLong();
            for (int more = 0; more < padding; more += Long.BYTES) {
                in.readLong();
            }
        } catch (CodecException garbage) {
            work.noteGarbled();
            throw garbage;
        }
        work.codes("decode " + what + " " + value);
        return value;
    }
}
