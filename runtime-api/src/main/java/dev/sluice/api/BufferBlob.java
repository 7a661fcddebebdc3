package dev.sluice.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A blob in memory. The memory is its own, or lent by a {@link Decoder} for a while. */
final class BufferBlob extends Blob {
    /** Guards the time in which the buffers hold the bytes. Any thread. */
    static final class Lease {
        private boolean over;

        synchronized void end() {
            over = true;
        }

        /**
         * Copies at most as many bytes as the buffer has. Synchronized, so that nobody reads memory after it was freed.
         */
        private synchronized int read(ByteBuffer from, byte[] to, int offset, int length) throws IOException {
            if (over) {
                throw new IOException(
                        "a blob is read too late (expected: before accept returns; copy the bytes needed" + " later)");
            }
            int count = Math.min(length, from.remaining());
            from.get(to, offset, count);
            return count;
        }
    }

    private static final int COPIED_AT_ONCE = 65_536;

    private final ByteBuffer[] buffers;
    private final long size;
    private final Lease lease;

    /** @param buffers each from its position to its limit; not changed while the lease lasts */
    BufferBlob(ByteBuffer[] buffers, long size, Lease lease) {
        this.buffers = buffers;
        this.size = size;
        this.lease = lease;
    }

    BufferBlob(byte[] bytes) {
        this(new ByteBuffer[] {ByteBuffer.wrap(bytes)}, bytes.length, new Lease());
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public InputStream open() {
        return new Reader();
    }

    @Override
    void encode(Encoder out) throws IOException {
        byte[] bytes = new byte[(int) Math.min(COPIED_AT_ONCE, size)];
        InputStream in = open();
        for (long left = size; left > 0; ) {
            int count = in.read(bytes, 0, (int) Math.min(bytes.length, left));
            out.writeRaw(bytes, 0, count);
            left -= count;
        }
    }

    /** Confined to one thread at a time. */
    private final class Reader extends BlobReader {
        private int next;
        private ByteBuffer in = ByteBuffer.allocate(0);

        @Override
        int readSome(byte[] to, int offset, int length) throws IOException {
            while (!in.hasRemaining()) {
                if (next == buffers.length) {
                    return -1;
                }
                in = buffers[next++].duplicate();
            }
            return lease.read(in, to, offset, Math.min(length, COPIED_AT_ONCE));
        }

        @Override
        public int available() {
            return in.remaining();
        }
    }
}
