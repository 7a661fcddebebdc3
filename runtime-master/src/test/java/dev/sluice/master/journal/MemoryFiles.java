package dev.sluice.master.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A directory in memory whose files tests read and change. It can run full, and fail to force. */
final class MemoryFiles implements JournalFiles {
    final SortedMap<String, byte[]> contents = new TreeMap<>();
    volatile boolean full;
    volatile boolean failsForce;
    boolean closed;

    /** An independent copy. */
    MemoryFiles copy() {
        MemoryFiles copy = new MemoryFiles();
        contents.forEach((name, bytes) -> copy.contents.put(name, bytes.clone()));
        return copy;
    }

    long bytes() {
        return contents.values().stream().mapToLong(bytes -> bytes.length).sum();
    }

    /** Cuts the last file. */
    void truncateLast(int size) {
        contents.computeIfPresent(contents.lastKey(), (name, bytes) -> Arrays.copyOf(bytes, size));
    }

    @Override
    public Path directory() {
        return Path.of("memory");
    }

    @Override
    public synchronized List<String> list() {
        return new ArrayList<>(contents.keySet());
    }

    @Override
    public synchronized Source open(String name) throws IOException {
        byte[] bytes = contents.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(name);
        }
        return new Source() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public int read(long position, ByteBuffer into) {
                int count = (int) Math.min(into.remaining(), bytes.length - position);
                into.put(bytes, (int) position, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized Appended create(String name) {
        contents.put(name, new byte[0]);
        return new MemoryAppended(name);
    }

    @Override
    public synchronized Appended append(String name, long from, long size) {
        contents.computeIfPresent(name, (same, bytes) -> Arrays.copyOf(bytes, (int) size));
        return new MemoryAppended(name);
    }

    @Override
    public synchronized void delete(List<String> names) {
        names.forEach(contents::remove);
    }

    @Override
    public boolean isFull(IOException failure) {
        return !(failure instanceof ForceFailed);
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class MemoryAppended implements Appended {
        private final String name;

        MemoryAppended(String name) {
            this.name = name;
        }

        @Override
        public long write(ByteBuffer[] buffers, int from, int count) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            ByteBuffer buffer = buffers[from];
            int written = buffer.remaining();
            byte[] old = contents.getOrDefault(name, new byte[0]);
            byte[] grown = Arrays.copyOf(old, old.length + written);
            buffer.get(grown, old.length, written);
            synchronized (MemoryFiles.this) {
                contents.put(name, grown);
            }
            return written;
        }

        @Override
        public void force() throws IOException {
            if (failsForce) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public void close() {}
    }
}
