package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.NoRoomException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps output that comes before its turn: a bounded part of it in memory, the rest in two temporary files without a
 * name. The memory does not grow with the number of outputs. Confined to one thread.
 */
final class EarlyOutput implements Closeable {
    private static final long MEMORY_BYTES = 16L << 20;
    private static final int LARGEST_IN_MEMORY = 1 << 16;
    /** The cost of an entry besides its bytes [B]. */
    private static final int ENTRY_BYTES = 200;

    private static final int SLOT_BYTES = 41;

    /** A journal's entry that is due when the output is printed. */
    record Due(ContentKey key, boolean success) {}

    /** Output that waits. */
    interface Waiting {
        Optional<Due> due();

        void printTo(OutputStream out, OutputStream error) throws IOException;
    }

    private record InMemory(byte[] out, byte[] error, Optional<Due> due) implements Waiting {
        @Override
        public void printTo(OutputStream to, OutputStream errorTo) throws IOException {
            to.write(out);
            errorTo.write(error);
        }
    }

    private record OnDisk(FileChannel data, long at, long outLength, long errorLength, Optional<Due> due)
            implements Waiting {
        @Override
        public void printTo(OutputStream to, OutputStream errorTo) throws IOException {
            copy(at, outLength, to);
            copy(at + outLength, errorLength, errorTo);
        }

        private void copy(long from, long length, OutputStream to) throws IOException {
            ByteBuffer block = ByteBuffer.allocate((int) Math.min(1 << 16, length));
            for (long done = 0; done < length; done += block.limit()) {
                block.clear().limit((int) Math.min(block.capacity(), length - done));
                Tail.readFully(data, block, from + done);
                to.write(block.array(), 0, block.limit());
            }
        }
    }

    private final long memoryBytes;
    private final Map<Long, InMemory> inMemory = new HashMap<>();
    private long usedBytes;

    /** One slot per index, at index × {@link #SLOT_BYTES}; a slot of zeros is free. */
    private Optional<FileChannel> slots = Optional.empty();

    private Optional<FileChannel> data = Optional.empty();
    private long onDisk;
    private long lastIndex = -1;

    EarlyOutput() {
        this(MEMORY_BYTES);
    }

    /** @param memoryBytes bound on the output in memory [B] */
    EarlyOutput(long memoryBytes) {
        this.memoryBytes = memoryBytes;
    }

    /** Keeps output until {@link #take} is called with its index. */
    void put(long index, TaggedOutput output, Optional<Due> due) throws IOException {
        lastIndex = Math.max(lastIndex, index);
        long size = output.out().size() + output.error().size();
        if (size <= LARGEST_IN_MEMORY && usedBytes + size + ENTRY_BYTES <= memoryBytes) {
            InMemory entry = new InMemory(bytes(output.out(), output.tag()), bytes(output.error(), output.tag()), due);
            inMemory.put(index, entry);
            usedBytes += cost(entry);
        } else {
            try {
                putOnDisk(index, output, due);
            } catch (IOException e) {
                String directory = System.getProperty("java.io.tmpdir");
                throw new NoRoomException(
                        "output that waits for its turn in " + directory, e, NoRoomException.TEMPORARY);
            }
        }
    }

    private static byte[] bytes(Blob text, byte[] tag) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) text.size());
        TaggedOutput.write(text, tag, bytes);
        return bytes.toByteArray();
    }

    private static long cost(InMemory entry) {
        return (long) entry.out.length + entry.error.length + ENTRY_BYTES;
    }

    private void putOnDisk(long index, TaggedOutput output, Optional<Due> due) throws IOException {
        FileChannel bytes = data.isPresent() ? data.get() : temporary();
        data = Optional.of(bytes);
        FileChannel table = slots.isPresent() ? slots.get() : temporary();
        slots = Optional.of(table);
        long at = bytes.size();
        bytes.position(at);
        TaggedOutput.write(output.out(), output.tag(), Channels.newOutputStream(bytes));
        long outEnd = bytes.position();
        TaggedOutput.write(output.error(), output.tag(), Channels.newOutputStream(bytes));
        ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES);
        slot.put((byte) (due.isEmpty() ? 1 : due.get().success() ? 3 : 2));
        slot.putLong(at).putLong(outEnd - at).putLong(bytes.position() - outEnd);
        slot.putLong(due.map(entry -> entry.key().high()).orElse(0L));
        slot.putLong(due.map(entry -> entry.key().low()).orElse(0L));
        table.position(index * SLOT_BYTES);
        Tail.writeAll(table, slot.flip());
        onDisk++;
    }

    /** Removes and returns the output of an index; empty if it has not come. */
    Optional<Waiting> take(long index) throws IOException {
        InMemory entry = inMemory.remove(index);
        if (entry != null) {
            usedBytes -= cost(entry);
            return Optional.of(entry);
        }
        return onDisk == 0 ? Optional.empty() : takeFromDisk(index);
    }

    private Optional<Waiting> takeFromDisk(long index) throws IOException {
        FileChannel table = slots.orElseThrow();
        ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES);
        if (table.size() < (index + 1) * SLOT_BYTES) {
            return Optional.empty();
        }
        Tail.readFully(table, slot, index * SLOT_BYTES);
        slot.flip();
        byte kind = slot.get();
        if (kind == 0) {
            return Optional.empty();
        }
        table.position(index * SLOT_BYTES);
        Tail.writeAll(table, ByteBuffer.wrap(new byte[] {0}));
        onDisk--;
        long at = slot.getLong();
        long outLength = slot.getLong();
        long errorLength = slot.getLong();
        ContentKey key = new ContentKey(slot.getLong(), slot.getLong());
        Optional<Due> due = kind == 1 ? Optional.empty() : Optional.of(new Due(key, kind == 3));
        return Optional.of(new OnDisk(data.orElseThrow(), at, outLength, errorLength, due));
    }

    /** Gives the space of the files back if nothing waits in them. Call it when taken output is printed. */
    void shrink() throws IOException {
        if (onDisk == 0 && data.isPresent()) {
            data.get().truncate(0);
        }
    }

    boolean isEmpty() {
        return onDisk == 0 && inMemory.isEmpty();
    }

    /** The largest index that was ever put. */
    long lastIndex() {
        return lastIndex;
    }

    /** Number of outputs in the files. */
    long onDisk() {
        return onDisk;
    }

    private static FileChannel temporary() throws IOException {
        Path file = Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "sluice-each", ".out");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.delete(file);
        return channel;
    }

    @Override
    public void close() throws IOException {
        try {
            if (slots.isPresent()) {
                slots.get().close();
            }
        } finally {
            if (data.isPresent()) {
                data.get().close();
            }
        }
    }
}
