package dev.sluice.cli.each.input;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of comma-separated values (RFC 4180). The first record has the names; each other one has as many values. Lines
 * end with a line feed, a carriage return or both. Empty lines are left out. Confined to one thread.
 */
final class CsvRows implements ValueRows {
    private static final int END = -1;
    /** UTF-8's, which some spreadsheets write. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private static final int BUFFER_BYTES = 64 * 1024;

    private final String file;
    private final int separator;
    private final InputStream in;
    private final ValueRows.BeforeWait beforeWait;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;
    private long line = 1;
    /** Bytes of the buffers that began within the record. */
    private long before;

    private List<byte[]> names = List.of();

    /** @param separator between the values of a record */
    CsvRows(String file, char separator, InputStream in, ValueRows.BeforeWait beforeWait) {
        this.file = file;
        this.separator = separator;
        this.in = in;
        this.beforeWait = beforeWait;
    }

    @Override
    public List<byte[]> names() throws IOException {
        List<byte[]> first = record();
        if (first == null) {
            throw wrong(line, "empty", "a first line with the names of the columns");
        }
        names = first;
        byte[] start = first.get(0);
        if (BytesText.of(start).startsWith(BYTE_ORDER_MARK)) {
            first.set(0, Arrays.copyOfRange(start, BYTE_ORDER_MARK.length(), start.length));
        }
        return first;
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        long start = line;
        List<byte[]> record = record();
        if (record != null && record.size() != names.size()) {
            throw wrong(start, record.size() + " values", names.size() + ", as many as names in the first line");
        }
        return record;
    }

    private @Nullable List<byte[]> record() throws IOException {
        int first = read();
        while (first == '\n' || first == '\r') {
            first = read();
        }
        if (first == END) {
            return null;
        }
        List<byte[]> values = new ArrayList<>();
        before = 0;
        next--;
        int after = separator;
        while (after == separator) {
            ByteArrayOutputStream value = new ByteArrayOutputStream(32);
            after = value(value);
            values.add(value.toByteArray());
        }
        return values;
    }

    /** Reads a value, and returns what is behind it: a separator, a line feed or the end. */
    private int value(ByteArrayOutputStream value) throws IOException {
        int at = read();
        if (at == '"') {
            return quoted(value);
        }
        while (at != separator && at != '\n' && at != '\r' && at != END) {
            value.write(at);
            at = read();
        }
        return at == '\r' ? lineFeed() : at;
    }

    /** Reads the line feed behind a carriage return, if there is one, and returns a line feed. */
    private int lineFeed() throws IOException {
        int after = read();
        if (after != '\n' && after != END) {
            next--;
            line++;
        }
        return '\n';
    }

    private int quoted(ByteArrayOutputStream value) throws IOException {
        long start = line;
        while (true) {
            int at = read();
            if (at == END) {
                throw wrong(start, "no quote at the end of a value", "a second \"");
            }
            int after = at == '"' ? read() : 0;
            if (at == '"' && after != '"') {
                after = after == '\r' ? lineFeed() : after;
                if (after == separator || after == '\n' || after == END) {
                    return after;
                }
                throw wrong(
                        line,
                        "text behind a quoted value",
                        (separator == ',' ? "a comma" : "a separator") + ", or \"\" for a quote in the value");
            }
            value.write(at);
        }
    }

    private int read() throws IOException {
        if (next == end) {
            if (in.available() == 0) {
                beforeWait.run();
            }
            before += end;
            if (before > WrongInput.MOST_BYTES) {
                throw WrongInput.endless(file + ":" + line);
            }
            next = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                return END;
            }
        }
        int at = buffer[next++] & 0xff;
        line += at == '\n' ? 1 : 0;
        return at;
    }

    private SluiceException wrong(long where, String offence, String expected) {
        return new SluiceException(
                ErrorCode.USAGE, file + ":" + where + ": " + offence + " (expected: " + expected + ")");
    }
}
