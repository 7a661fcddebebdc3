package dev.sluice.app.foreign;

import dev.sluice.api.Blob;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import java.util.ArrayList;
import java.util.List;

/** Writes a value as the number of its parts and these, or as a zero byte and a blob. */
final class ForeignCodec implements Codec<ForeignValue> {
    private static final Codec<Blob> BLOBS = Codecs.of(Blob.class);
    private static final int MOST_PARTS = 1 << 16;

    @Override
    public void encode(ForeignValue value, Encoder out) {
        if (value.blob() != null) {
            out.writeVarint(0);
            BLOBS.encode(value.blob(), out);
            return;
        }
        out.writeVarint(value.parts().size() + 1L);
        value.parts().forEach(out::writeBytes);
    }

    @Override
    public ForeignValue decode(Decoder in) {
        long parts = in.readVarint() - 1;
        if (parts < 0) {
            return ForeignValue.of(BLOBS.decode(in));
        }
        if (parts > MOST_PARTS) {
            throw new CodecException("a value of " + parts + " parts (expected: at most " + MOST_PARTS + ")");
        }
        List<byte[]> all = new ArrayList<>((int) Math.min(parts, 256));
        for (long part = 0; part < parts; part++) {
            all.add(in.readBytes());
        }
        return new ForeignValue(all, null);
    }
}
