package dev.sluice.api;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Counts bytes without storing them. */
final class CountingEncoder extends Encoder {
    private static final int BUFFER_BYTES = 8_192;

    private long passed;

    CountingEncoder() {
        super(ByteBuffer.allocate(BUFFER_BYTES));
    }

    @Override
    protected ByteBuffer grow(ByteBuffer current, int needed) {
        passed += current.position();
        return needed <= current.capacity() ? current.clear() : ByteBuffer.allocate(needed);
    }

    @Override
    protected void writeFile(FileChannel file, long position, long length) {
        passed += length;
    }

    @Override
    void copyFile(FileChannel file, long position, long length) {
        passed += length;
    }

    long size() {
        return passed + buffer.position();
    }
}
