package dev.sluice.app.pep;

import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;

/** Bytes with a length prefix of always four bytes, so that encoded sizes are exact. */
final class Block {
    private Block() {}

    static void write(byte[] bytes, Encoder out) {
        out.writeInt(bytes.length);
        out.writeRaw(bytes, 0, bytes.length);
    }

    static byte[] read(Decoder in) {
        int length = in.readInt();
        if (length < 0 || length > in.remaining()) {
            throw new CodecException("length " + length + " (expected: at most " + in.remaining() + " bytes left)");
        }
        return in.readRaw(length);
    }
}
