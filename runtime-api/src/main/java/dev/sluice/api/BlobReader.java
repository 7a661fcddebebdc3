package dev.sluice.api;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Holds the read methods that both kinds of blobs share. Confined to one thread at a time. */
abstract class BlobReader extends InputStream {
    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public final int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        return length == 0 ? 0 : readSome(to, offset, length);
    }

    /** Reads at least one byte and at most {@code length}, which is not 0; returns -1 at the end. */
    abstract int readSome(byte[] to, int offset, int length) throws IOException;

    /** A lower bound of the bytes that can be read at once; limited to the range of an int. */
    @Override
    public abstract int available();
}
