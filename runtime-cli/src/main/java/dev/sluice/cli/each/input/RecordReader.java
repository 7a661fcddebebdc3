package dev.sluice.cli.each.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads records that end with a delimiter; the last one may lack it. Confined to one thread. */
final class RecordReader {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final InputStream in;
    private final byte[] delimiter;
    private final Rows.BeforeWait beforeWait;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;

    RecordReader(InputStream in, byte[] delimiter, Rows.BeforeWait beforeWait) {
        this.in = in;
        this.delimiter = delimiter;
        this.beforeWait = beforeWait;
    }

    /** Returns the bytes before the next delimiter; null at the end. */
    byte @Nullable [] next() throws IOException {
        byte last = delimiter[delimiter.length - 1];
        Tail tail = new Tail();
        while (next < end || fill()) {
            int start = next;
            while (next < end) {
                if (buffer[next++] == last) {
                    byte[] record = tail.with(buffer, start, next);
                    start = next;
                    if (endsWithDelimiter(record)) {
                        return Arrays.copyOf(record, record.length - delimiter.length);
                    }
                    tail.keep(record);
                }
            }
            tail.add(buffer, start, next);
        }
        return tail.isEmpty() ? null : tail.with(buffer, 0, 0);
    }

    private boolean endsWithDelimiter(byte[] record) {
        int from = record.length - delimiter.length;
        return from >= 0 && Arrays.equals(record, from, record.length, delimiter, 0, delimiter.length);
    }

    private boolean fill() throws IOException {
        if (in.available() == 0) {
            beforeWait.run();
        }
        next = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    /** The part of a record before the buffer. */
    private static final class Tail {
        private ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);

        boolean isEmpty() {
            return bytes.size() == 0;
        }

        byte[] with(byte[] buffer, int start, int end) {
            if (isEmpty()) {
                return Arrays.copyOfRange(buffer, start, end);
            }
            bytes.write(buffer, start, end - start);
            return bytes.toByteArray();
        }

        void keep(byte[] record) {
            bytes = new ByteArrayOutputStream(record.length);
            bytes.writeBytes(record);
        }

        void add(byte[] buffer, int start, int end) {
            bytes.write(buffer, start, end - start);
        }
    }
}
