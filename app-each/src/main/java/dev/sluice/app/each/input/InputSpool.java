package dev.sluice.app.each.input;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Inputs in files, so that any number of them needs little memory. One thread adds inputs, other threads take them at
 * the same time. The files are deleted as soon as they are open, or when the spool is closed where a system cannot
 * delete an open file.
 *
 * <p>Data file: for each input the number of values, each value with its length before it, a byte that tells whether a
 * block follows, and the block up to the end of the input. Index file: for each input where it ends in the data file.
 * All numbers are big-endian.
 */
public final class InputSpool implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;
    /** A longer block is copied to a file of its own and never is in memory as a whole [B]. */
    private static final int MEMORY_BLOCK_BYTES = 8 * 1024 * 1024;

    private final List<Path> files;
    private final SpoolFile data;
    private final SpoolFile index;
    /** The sum of all values and blocks. Confined to the thread that adds. */
    private final CRC32C sum = new CRC32C();

    private boolean inInput;
    /** Written inputs, of which readers see those that are published. Confined to the thread that adds. */
    private long written;

    // Guarded by this.
    private long published;
    private boolean complete;
    private @Nullable IOException failure;

    /** Makes an empty spool with two files in this directory. */
    public InputSpool(Path directory) throws IOException {
        Path dataFile = Files.createTempFile(directory, "inputs", ".data");
        Path indexFile = Files.createTempFile(directory, "inputs", ".index");
        this.files = List.of(dataFile, indexFile);
        this.data = new SpoolFile(dataFile);
        this.index = new SpoolFile(indexFile);
        for (Path file : files) {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.delete(file);
            }
        }
    }

    /** Adds an input without a block. Confined to the thread that adds. */
    public void add(List<byte[]> values) throws IOException {
        begin(values, false);
        endInput();
    }

    /** Begins an input, of which {@link #write} adds the block. Confined to the thread that adds. */
    public void beginBlock(List<byte[]> values) throws IOException {
        begin(values, true);
    }

    private void begin(List<byte[]> values, boolean block) throws IOException {
        if (inInput) {
            throw new IllegalStateException("the input before has not ended");
        }
        inInput = true;
        data.writeInt(values.size());
        for (byte[] value : values) {
            data.writeInt(value.length);
            write(value, 0, value.length);
            sum.update(0);
        }
        write(new byte[] {(byte) (block ? 1 : 0)}, 0, 1);
    }

    /** Adds bytes to the block. */
    public void write(byte[] bytes, int offset, int length) throws IOException {
        data.write(bytes, offset, length);
        sum.update(bytes, offset, length);
    }

    /** Ends an input. */
    public void endInput() throws IOException {
        inInput = false;
        index.writeLong(data.written());
        written++;
        if (data.buffered() > BUFFER_BYTES / 2) {
            publish();
        }
    }

    /** Lets readers see all inputs that have ended. Call it before waiting for more text. */
    public void publish() throws IOException {
        if (written == published()) {
            return;
        }
        data.flush();
        index.flush();
        synchronized (this) {
            published = complete ? published : written;
            notifyAll();
        }
    }

    /** Ends the inputs. Any thread may end them early; inputs that are added later are not seen. */
    public synchronized void complete() {
        complete = true;
        notifyAll();
    }

    /** Ends the inputs with an error, which readers see behind the published inputs. Any thread. */
    public synchronized void fail(IOException error) {
        if (!complete) {
            failure = error;
            complete();
        }
    }

    private synchronized long published() {
        return published;
    }

    /**
     * Waits until there are more inputs than these, or no more come. Any thread.
     *
     * @return number of inputs that can be taken
     * @throws IOException if no more come because of an error, and all others were taken
     */
    public synchronized long await(long taken) throws IOException, InterruptedException {
        while (published <= taken && !complete) {
            wait();
        }
        if (published <= taken && failure != null) {
            throw failure;
        }
        return published;
    }

    /** Tells whether no more inputs come than those that {@link #await} counted last, without an error. Any thread. */
    public synchronized boolean isComplete() {
        return complete && failure == null;
    }

    /**
     * Waits until all inputs are there, or more than these, and says which they are: equal inputs have equal texts. Any
     * thread.
     *
     * @return empty if inputs may still come, or if there was an error
     */
    public synchronized Optional<String> identity(long most) throws InterruptedException {
        while (published <= most && !complete) {
            wait();
        }
        return isComplete() ? Optional.of(published + " " + Long.toHexString(sum.getValue())) : Optional.empty();
    }

    /** Returns the number of inputs that can be taken so far. Any thread. */
    public synchronized long count() {
        return published;
    }

    /** Returns an input, as often as it is asked for. Any thread. */
    public Input get(long number) throws IOException {
        if (number < 0 || number >= count()) {
            throw new IndexOutOfBoundsException(number + " (expected: below " + count() + ")");
        }
        ByteBuffer ends = ByteBuffer.wrap(index.read(Math.max(0, number - 1) * Long.BYTES, number == 0 ? 8 : 16));
        long start = number == 0 ? 0 : ends.getLong();
        long end = ends.getLong();
        SpoolReader input = new SpoolReader(data, start, end);
        List<byte[]> values = new ArrayList<>();
        for (int left = input.number(); left > 0; left--) {
            values.add(input.bytes(input.number()));
        }
        boolean block = input.bytes(1)[0] == 1;
        return new Input(number + 1, values, block ? Optional.of(block(input)) : Optional.empty());
    }

    private static Blob block(SpoolReader input) throws IOException {
        return input.left() <= MEMORY_BLOCK_BYTES
                ? Blob.of(input.bytes((int) input.left()))
                : Blob.write(out -> {
                    while (input.left() > 0) {
                        out.write(input.bytes((int) Math.min(input.left(), BUFFER_BYTES)));
                    }
                });
    }

    @Override
    public void close() throws IOException {
        complete();
        data.close();
        index.close();
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** Reads the bytes of one input from the data file, mostly with one read. Confined to one thread. */
    private static final class SpoolReader {
        private static final int AHEAD_BYTES = 16 * 1024;

        private final SpoolFile file;
        private final long end;
        /** Position in the file behind the buffered bytes. */
        private long next;

        private ByteBuffer buffered = ByteBuffer.allocate(0);

        SpoolReader(SpoolFile file, long start, long end) {
            this.file = file;
            this.next = start;
            this.end = end;
        }

        /** Number of bytes up to the end of the input. */
        long left() {
            return end - next + buffered.remaining();
        }

        int number() throws IOException {
            return ByteBuffer.wrap(bytes(Integer.BYTES)).getInt();
        }

        byte[] bytes(int length) throws IOException {
            if (length < 0 || length > left()) {
                throw new IOException("the file of inputs is damaged");
            }
            byte[] bytes = new byte[length];
            int there = Math.min(length, buffered.remaining());
            buffered.get(bytes, 0, there);
            int missing = length - there;
            if (missing >= AHEAD_BYTES) {
                file.read(next, bytes, there, missing);
                next += missing;
            } else if (missing > 0) {
                byte[] ahead = new byte[(int) Math.min(end - next, AHEAD_BYTES)];
                file.read(next, ahead, 0, ahead.length);
                next += ahead.length;
                buffered = ByteBuffer.wrap(ahead);
                buffered.get(bytes, there, missing);
            }
            return bytes;
        }
    }
}
