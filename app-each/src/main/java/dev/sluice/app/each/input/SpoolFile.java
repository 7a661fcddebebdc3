package dev.sluice.app.each.input;

import dev.sluice.app.each.job.NoRoomException;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file that one thread appends to while others read what was flushed. An interrupt does not close it, as it would
 * close a channel.
 */
final class SpoolFile {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final RandomAccessFile appended;
    private final RandomAccessFile read;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final Path directory;
    private long flushed;

    SpoolFile(Path file) throws IOException {
        this.directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
        this.appended = new RandomAccessFile(file.toFile(), "rw");
        this.read = new RandomAccessFile(file.toFile(), "r");
    }

    void writeInt(int number) throws IOException {
        if (buffer.remaining() < Integer.BYTES) {
            flush();
        }
        buffer.putInt(number);
    }

    void writeLong(long number) throws IOException {
        if (buffer.remaining() < Long.BYTES) {
            flush();
        }
        buffer.putLong(number);
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            append(bytes, offset, length);
        } else {
            buffer.put(bytes, offset, length);
        }
    }

    /** Number of bytes, of which some may be buffered. */
    long written() {
        return flushed + buffer.position();
    }

    int buffered() {
        return buffer.position();
    }

    void flush() throws IOException {
        append(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private void append(byte[] bytes, int offset, int length) throws IOException {
        try {
            appended.write(bytes, offset, length);
        } catch (IOException e) {
            throw new NoRoomException("inputs in " + directory, e, NoRoomException.TEMPORARY);
        }
        flushed += length;
    }

    byte[] read(long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        read(position, bytes, 0, length);
        return bytes;
    }

    /** Reads flushed bytes. Any thread. */
    void read(long position, byte[] bytes, int offset, int length) throws IOException {
        synchronized (read) {
            read.seek(position);
            int at = 0;
            while (at < length) {
                int count = read.read(bytes, offset + at, length - at);
                if (count < 0) {
                    throw new EOFException("the file of inputs is shorter than its index says");
                }
                at += count;
            }
        }
    }

    void close() throws IOException {
        appended.close();
        synchronized (read) {
            read.close();
        }
    }
}
