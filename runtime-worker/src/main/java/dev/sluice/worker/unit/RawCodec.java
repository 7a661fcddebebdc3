package dev.sluice.worker.unit;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/** A value that stays encoded on its way through this process: all remaining bytes. */
public final class RawCodec implements Codec<byte[]> {
    public static final RawCodec RAW = new RawCodec();

    private RawCodec() {}

    @Override
    public void encode(byte[] value, Encoder out) {
        out.writeRaw(value, 0, value.length);
    }

    @Override
    public byte[] decode(Decoder in) {
        return in.readRaw(Math.toIntExact(in.remaining()));
    }
}
