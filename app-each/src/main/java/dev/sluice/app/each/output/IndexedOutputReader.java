package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the file of {@code --output}. Of several records of an input the last one counts. A torn or damaged record is
 * left out, and {@link #damaged} tells so. Confined to one thread.
 */
public final class IndexedOutputReader implements Closeable {
    private static final int BLOCK = 1 << 16;

    /** Parts of a record that can be copied. */
    public enum Part {
        COMMAND,
        OUTPUT,
        ERROR
    }

    private final Path path;
    private final FileChannel file;
    private final OutputScan scan;
    private final TreeMap<Long, Long> offsets = new TreeMap<>();
    private boolean damaged;

    private IndexedOutputReader(Path path, FileChannel file) throws IOException {
        this.path = path;
        this.file = file;
        this.scan = new OutputScan(file);
    }

    /** Opens the file and reads its index; reads the heads of records that the index lacks. */
    public static IndexedOutputReader open(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            OutputScan.requireHeader(file, path);
            IndexedOutputReader reader = new IndexedOutputReader(path, file);
            reader.load();
            return reader;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void load() throws IOException {
        long indexed = OutputScan.HEADER.length;
        Path index = OutputIndex.of(path);
        if (Files.isReadable(index)) {
            try (OutputIndex entries = new OutputIndex(FileChannel.open(index, StandardOpenOption.READ))) {
                indexed = entries.read(indexed, file.size(), (number, offset, length) -> offsets.put(number, offset));
            }
        }
        scan.records(indexed, (entry, offset) -> offsets.put(entry.number(), offset));
        damaged = scan.damaged();
    }

    /** The numbers of the inputs that have a record, ascending. */
    public Iterable<Long> numbers() {
        return offsets.keySet();
    }

    /** Returns the record of an input; empty if there is none or its head is damaged. */
    public Optional<OutputEntry> entry(long number) throws IOException {
        Long offset = offsets.get(number);
        if (offset == null) {
            return Optional.empty();
        }
        Optional<OutputEntry> entry = scan.head(offset).filter(head -> head.number() == number);
        damaged |= entry.isEmpty();
        return entry;
    }

    /**
     * Writes a part of a record. Checks all its bytes before it writes the first one.
     *
     * @throws IOException if the part is damaged, or if {@code to} throws
     */
    public void copy(OutputEntry entry, Part part, OutputStream to) throws IOException {
        Long record = offsets.get(entry.number());
        if (record == null) {
            throw new IllegalArgumentException("no record of input " + entry.number());
        }
        long begin = record + OutputEntry.HEAD_BYTES;
        long sums = record + entry.length() - OutputEntry.TAIL_BYTES;
        long offset = switch (part) {
            case COMMAND -> begin;
            case OUTPUT -> begin + entry.commandLength();
            case ERROR -> begin + entry.commandLength() + entry.outLength();
        };
        long length = switch (part) {
            case COMMAND -> entry.commandLength();
            case OUTPUT -> entry.outLength();
            case ERROR -> entry.errLength();
        };
        int sum = switch (part) {
            case COMMAND -> 0;
            case OUTPUT -> Integer.BYTES;
            case ERROR -> 2 * Integer.BYTES;
        };
        if (!scan.matches(offset, length, sums + sum)) {
            throw new IOException(BytePath.shown(path) + ": the record of input " + entry.number() + " is damaged");
        }
        ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, length));
        for (long at = 0; at < length; at += block.limit()) {
            block.clear().limit((int) Math.min(block.capacity(), length - at));
            Tail.readFully(file, block, offset + at);
            to.write(block.array(), 0, block.limit());
        }
    }

    /** Tells whether a part of the file was torn or damaged. */
    public boolean damaged() {
        return damaged;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
