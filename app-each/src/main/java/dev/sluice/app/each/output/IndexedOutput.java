package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes {@code --output FILE}: a record per command, appended, and an index beside the file. A killed run leaves at
 * most its last record torn; a run that continues removes it. Confined to one thread.
 */
final class IndexedOutput implements ResultTarget {
    private static final int BLOCK = 1 << 16;

    private final FileChannel file;
    private final OutputStream out;
    private final OutputIndex index;

    private IndexedOutput(FileChannel file, OutputIndex index) {
        this.file = file;
        this.out = Channels.newOutputStream(file);
        this.index = index;
    }

    /**
     * Opens the file.
     *
     * @param append whether to keep the records that the file has
     */
    static IndexedOutput open(Path path, boolean append) throws IOException {
        FileChannel file = openChannel(path);
        try {
            OutputIndex index = new OutputIndex(openChannel(OutputIndex.of(path)));
            try {
                if (append && !OutputScan.hasTornHeader(file)) {
                    continueAfter(path, file, index);
                } else {
                    file.truncate(0);
                    Tail.writeAll(file, ByteBuffer.wrap(OutputScan.HEADER));
                    index.cut(0);
                }
                return new IndexedOutput(file, index);
            } catch (IOException | RuntimeException e) {
                index.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static FileChannel openChannel(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static void continueAfter(Path path, FileChannel file, OutputIndex index) throws IOException {
        OutputScan.requireHeader(file, path);
        long[] entries = new long[1];
        long indexed = index.read(OutputScan.HEADER.length, file.size(), (number, offset, length) -> entries[0]++);
        index.cut(entries[0]);
        OutputScan scan = new OutputScan(file);
        long end = scan.records(indexed, (entry, offset) -> index.add(entry.number(), offset, entry.length()));
        file.truncate(end);
        file.position(end);
    }

    @Override
    public void add(Input input, Outcome outcome) throws IOException {
        long offset = file.position();
        OutputEntry entry = OutputEntry.of(input, outcome);
        try {
            write(entry, outcome);
        } catch (IOException e) {
            try {
                file.truncate(offset); // a full disk must not leave half a record
            } catch (IOException worse) {
                e.addSuppressed(worse);
            }
            throw e;
        }
        index.add(input.number(), offset, entry.length());
    }

    private void write(OutputEntry entry, Outcome outcome) throws IOException {
        OutputStream buffered = new BufferedOutputStream(out, (int) Math.min(BLOCK, entry.length()));
        buffered.write(entry.encode().array());
        ByteBuffer sums = ByteBuffer.allocate(OutputEntry.TAIL_BYTES);
        sums.putInt(part(Blob.of(outcome.command()), buffered));
        sums.putInt(part(outcome.standardOutput(), buffered));
        sums.putInt(part(outcome.standardError(), buffered));
        buffered.write(sums.array());
        buffered.flush();
    }

    private static int part(Blob bytes, OutputStream to) throws IOException {
        CheckedOutputStream checked = new CheckedOutputStream(to, new CRC32C());
        Copying.copy(bytes, checked);
        return (int) checked.getChecksum().getValue();
    }

    @Override
    public void close() throws IOException {
        try {
            index.close();
        } finally {
            file.close();
        }
    }
}
