package dev.sluice.master.files;

import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of any size, open for the whole run and mapped into memory in windows. Immutable; any thread. */
public final class MappedFile {
    /** Size of a window [bytes]. */
    private static final long WINDOW = 1L << 30;

    private final Path path;
    private final List<ByteBuffer> windows;
    private final FileChannel file;
    private final long size;

    private MappedFile(Path path, List<ByteBuffer> windows, FileChannel file, long size) {
        this.path = path;
        this.windows = windows;
        this.file = file;
        this.size = size;
    }

    /** Opens and maps a file. */
    public static MappedFile of(Path path) throws IOException {
        List<ByteBuffer> windows = new ArrayList<>();
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        long size = file.size();
        for (long from = 0; from < size; from += WINDOW) {
            windows.add(file.map(FileChannel.MapMode.READ_ONLY, from, Math.min(WINDOW, size - from)));
        }
        return new MappedFile(path, windows, file, size);
    }

    /** The path by which it was opened. */
    public Path path() {
        return path;
    }

    /** Its size when it was opened [bytes]. */
    public long size() {
        return size;
    }

    /** Tells whether the file was cut off or has grown: mapped bytes beyond its end must not be read. */
    public boolean hasOtherSize() {
        try {
            return file.size() != size;
        } catch (IOException gone) {
            return true;
        }
    }

    /** The bytes from {@code offset} on, fewer than {@code length} only at the end; {@code offset} is within. */
    public Payload part(long offset, int length) {
        List<Payload> parts = new ArrayList<>(1);
        long end = Math.min(size, offset + length);
        for (long from = offset; from < end; ) {
            ByteBuffer window = windows.get((int) (from / WINDOW));
            int start = (int) (from % WINDOW);
            int count = (int) Math.min(end - from, window.capacity() - start);
            parts.add(Payload.wrap(window.slice(start, count)));
            from += count;
        }
        return parts.size() == 1 ? parts.get(0) : Payload.concat(parts);
    }
}
