package dev.sluice.cli.each.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads records that end with a delimiter; the last one may lack it. Confined to one thread. */
final class RecordReader {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int USUAL_RECORD_BYTES = 256;

    private final String source;
    private final InputStream in;
    private final byte[] delimiter;
    private final ValueRows.BeforeWait beforeWait;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;
    private byte[] record = new byte[USUAL_RECORD_BYTES];
    private int size;
    private long records;

    /** @param source its name for people */
    RecordReader(String source, InputStream in, byte[] delimiter, ValueRows.BeforeWait beforeWait) {
        this.source = source;
        this.in = in;
        this.delimiter = delimiter;
        this.beforeWait = beforeWait;
    }

    /** Returns the bytes before the next delimiter; null at the end. */
    byte @Nullable [] next() throws IOException {
        byte last = delimiter[delimiter.length - 1];
        size = 0;
        records++;
        while (next < end || fill()) {
            int start = next;
            while (next < end) {
                if (buffer[next++] == last) {
                    append(start, next);
                    start = next;
                    if (endsWithDelimiter()) {
                        return take(size - delimiter.length);
                    }
                }
            }
            append(start, next);
        }
        return size == 0 ? null : take(size);
    }

    private void append(int start, int end) {
        int length = end - start;
        if (size + length > WrongInput.MOST_BYTES) {
            throw WrongInput.endless(source + ": input " + records);
        }
        if (record.length - size < length) {
            record = Arrays.copyOf(record, Math.max(size + length, record.length / 2 * 3));
        }
        System.arraycopy(buffer, start, record, size, length);
        size += length;
    }

    /** Keeps no memory for an unusually long record. */
    private byte[] take(int length) {
        byte[] taken = Arrays.copyOf(record, length);
        if (record.length > BUFFER_BYTES) {
            record = new byte[USUAL_RECORD_BYTES];
        }
        return taken;
    }

    private boolean endsWithDelimiter() {
        int from = size - delimiter.length;
        return from >= 0 && Arrays.equals(record, from, size, delimiter, 0, delimiter.length);
    }

    private boolean fill() throws IOException {
        if (in.available() == 0) {
            beforeWait.run();
        }
        next = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }
}
