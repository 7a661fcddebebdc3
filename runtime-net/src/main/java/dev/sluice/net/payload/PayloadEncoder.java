package dev.sluice.net.payload;

import dev.sluice.api.CodecException;
import dev.sluice.api.Encoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes into pooled direct memory that becomes a {@link Payload} without a copy. Bytes beyond the memory limit of its
 * {@link SpillSpace} go into a file. Used by one thread at a time, any thread; ended by {@link #finish} or
 * {@link #discard}.
 */
public final class PayloadEncoder extends Encoder {
    private static final int FIRST_BYTES = 1_024;
    private static final int MOVED_BYTES = 16_384;
    private static final int LARGEST_SEGMENT = 1 << 20;
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    /** A smaller part of a file is copied instead of mapped [bytes]. */
    private static final int LEAST_FILE_SEGMENT = 65_536;

    private final SpillSpace space;
    private final List<ByteBuf> full = new ArrayList<>(0);
    private long fullBytes;
    private long fileBytes;
    private @Nullable SpillFile spill;
    private ByteBuf last;

    public PayloadEncoder() {
        this(FIRST_BYTES);
    }

    /** Room for {@code expectedBytes} at first; it grows as needed. */
    public PayloadEncoder(int expectedBytes) {
        this(expectedBytes, SpillSpace.NONE);
    }

    /** Uses files for values that are too large. */
    public PayloadEncoder(int expectedBytes, SpillSpace space) {
        this(allocate(Math.max(expectedBytes, 64)), space);
    }

    private PayloadEncoder(ByteBuf first, SpillSpace space) {
        super(view(first));
        this.last = first;
        this.space = space;
    }

    private static ByteBuf allocate(int capacity) {
        return ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
    }

    private static ByteBuffer view(ByteBuf bytes) {
        return bytes.nioBuffer(0, bytes.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Moves up to 16 KiB to a larger buffer; keeps more than that in place and continues in another. */
    @Override
    protected ByteBuffer grow(ByteBuffer current, int needed) {
        int written = current.position();
        if (spill != null || written >= MOVED_BYTES) {
            retire(written);
            return empty(needed, current.capacity());
        }
        long room = Math.max(written + (long) needed, Math.min(2L * current.capacity(), LARGEST_SEGMENT));
        ByteBuf next = allocate((int) Math.min(room, LARGEST));
        ByteBuffer view = view(next);
        view.put(current.flip());
        last.release();
        last = next;
        return view;
    }

    /** {@link #last} as an empty buffer with enough room: itself if it is free, else a new one. */
    private ByteBuffer empty(int needed, int before) {
        if (spill != null && last.capacity() >= needed) {
            return view(last);
        }
        if (spill != null) {
            last.release();
        }
        last = allocate((int) Math.min(Math.max(needed, Math.min(2L * before, LARGEST_SEGMENT)), LARGEST));
        return view(last);
    }

    /**
     * Moves the first bytes of {@link #last} to the finished segments or the file. Without a file, the segments own it
     * from here on. If it throws, these bytes are lost, earlier ones are not.
     */
    private void retire(int written) {
        SpillFile file = spill;
        if (file == null) {
            full.add(last.setIndex(0, written));
            fullBytes += written;
            if (space.wants(fullBytes - fileBytes)) {
                last = allocate(LARGEST_SEGMENT);
                buffer = view(last);
                spillAll();
            }
            return;
        }
        buffer = view(last);
        try {
            file.write(last.nioBuffer(0, written));
        } catch (IOException e) {
            throw full(e);
        }
        fullBytes += written;
    }

    private void spillAll() {
        SpillFile file = new SpillFile(space);
        List<ByteBuf> segments = new ArrayList<>();
        try {
            for (ByteBuf segment : full) {
                if (FileSegment.is(segment)) {
                    file.map(segments);
                    segments.add(segment.retain());
                } else {
                    file.write(segment);
                }
            }
        } catch (IOException e) {
            segments.forEach(ByteBuf::release);
            file.close();
            throw full(e);
        }
        full.forEach(ByteBuf::release);
        full.clear();
        full.addAll(segments);
        spill = file;
    }

    private CodecException full(IOException e) {
        return new CodecException(
                fullBytes + " bytes or more do not fit in " + space + ": " + e.getMessage() + " (expected: room there)",
                e);
    }

    /** Refers to the file if it is large enough, else copies it. */
    @Override
    public void writeFile(FileChannel file, long position, long length) throws IOException {
        if (length < LEAST_FILE_SEGMENT) {
            super.writeFile(file, position, length);
            return;
        }
        int written = buffer.position();
        if (written > 0) {
            retire(written);
            buffer = empty(FIRST_BYTES, FIRST_BYTES);
        }
        if (spill != null) {
            spill.map(full);
        }
        FileSegment.map(file, position, length, bytes -> {}, full);
        fullBytes += length;
        fileBytes += length;
    }

    /**
     * Ends a value: errors of its file are thrown now.
     *
     * @throws CodecException as encoding does
     */
    public void settle() {
        SpillFile file = spill;
        if (file != null) {
            retire(buffer.position());
            try {
                file.map(full);
            } catch (IOException e) {
                throw full(e);
            }
        }
    }

    /** Bytes encoded so far. */
    public long written() {
        return fullBytes + buffer.position();
    }

    /** Bytes of blobs in files, among the encoded ones. */
    public long blobBytes() {
        return fileBytes + copiedBytes();
    }

    /** The encoded bytes; the encoder must not be used again. */
    public Payload finish() {
        settle();
        if (spill != null) {
            spill.close();
        }
        int rest = buffer.position();
        long size = fullBytes + rest;
        if (rest == 0) {
            last.release();
        } else if (full.isEmpty()) {
            return Payload.of(last.setIndex(0, rest));
        } else {
            full.add(last.setIndex(0, rest));
        }
        return full.isEmpty() ? Payload.empty() : Payload.of(full.toArray(ByteBuf[]::new), size);
    }

    /** Frees the memory; called instead of {@link #finish}. */
    public void discard() {
        last.release();
        full.forEach(ByteBuf::release);
        if (spill != null) {
            spill.close();
        }
    }
}
