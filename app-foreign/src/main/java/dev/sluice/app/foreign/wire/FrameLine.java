package dev.sluice.app.foreign.wire;

import dev.sluice.api.Blob;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Sends and receives frames over a stream. A frame is a header of 24 bytes (length of the rest, request number, kind,
 * number of fields) and its fields, each with a header of 16 bytes (tag, zero, length); numbers are little-endian.
 * Small frames travel in one write. Confined to one thread at a time.
 *
 * <p>To receive, call {@link #next} for the header, then {@link #nextField} until it returns false, and take the bytes
 * of each field at most once; bytes that are not taken are skipped.
 */
public final class FrameLine {
    public static final int HEADER_BYTES = 24;
    public static final int FIELD_HEADER_BYTES = 16;

    private static final int BUFFER_BYTES = 131_072;
    private static final int MOST_FIELDS = 1 << 20;

    private final ChildStream stream;
    private final ByteBuffer out = buffer();
    private final ByteBuffer in = buffer().flip();

    private long number;
    private int kind;
    /** Bytes of the frame after the last field header. */
    private long frameLeft;

    private int fieldsLeft;
    private int tag;
    private long length;
    /** Bytes of the field that were not taken. */
    private long fieldLeft;

    public FrameLine(ChildStream stream) {
        this.stream = stream;
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- sending

    /** Sends a frame with this request number. */
    public void send(long request, Frame frame) throws IOException {
        long rest = 0;
        for (Frame.Field field : frame.fields()) {
            rest += FIELD_HEADER_BYTES + field.length();
        }
        room(HEADER_BYTES);
        out.putLong(rest)
                .putLong(request)
                .putInt(frame.kind())
                .putInt(frame.fields().size());
        for (Frame.Field field : frame.fields()) {
            room(FIELD_HEADER_BYTES);
            out.putInt(field.tag()).putInt(0).putLong(field.length());
            if (field instanceof Frame.Field.Bytes bytes) {
                put(bytes.bytes(), bytes.bytes().length);
            } else if (field instanceof Frame.Field.Stream blob) {
                put(blob.blob());
            }
        }
        flush();
    }

    private void put(Blob blob) throws IOException {
        byte[] piece = new byte[65_536];
        try (InputStream bytes = blob.open()) {
            long left = blob.size();
            while (left > 0) {
                int count = bytes.read(piece, 0, (int) Math.min(piece.length, left));
                if (count < 0) {
                    throw new EOFException("a value ends " + left + " bytes too early");
                }
                put(piece, count);
                left -= count;
            }
        }
    }

    private void put(byte[] bytes, int count) throws IOException {
        for (int done = 0; done < count; ) {
            if (!out.hasRemaining()) {
                flush();
            }
            int piece = Math.min(count - done, out.remaining());
            out.put(bytes, done, piece);
            done += piece;
        }
    }

    private void room(int bytes) throws IOException {
        if (out.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        out.flip();
        stream.write(out);
        out.clear();
    }

    // ---- receiving

    /**
     * Reads the header of the next frame.
     *
     * @return false at the end of the stream
     */
    public boolean next() throws IOException {
        if (!in.hasRemaining() && !more()) {
            return false;
        }
        fill(HEADER_BYTES);
        frameLeft = in.getLong();
        number = in.getLong();
        kind = in.getInt();
        fieldsLeft = in.getInt();
        fieldLeft = 0;
        boolean fits = fieldsLeft >= 0
                && fieldsLeft <= MOST_FIELDS
                && frameLeft >= (long) fieldsLeft * FIELD_HEADER_BYTES
                && (fieldsLeft > 0 || frameLeft == 0);
        if (!fits) {
            throw new FrameException("a frame of " + Long.toUnsignedString(frameLeft) + " bytes with "
                    + Integer.toUnsignedString(fieldsLeft)
                    + " fields (expected: a header of length, number, kind and fields)");
        }
        return true;
    }

    /** Reads the header of the frame's next field; false if the frame has no more. */
    public boolean nextField() throws IOException {
        skip();
        if (fieldsLeft == 0) {
            return false;
        }
        fill(FIELD_HEADER_BYTES);
        tag = in.getInt();
        in.getInt();
        length = in.getLong();
        fieldsLeft--;
        frameLeft -= FIELD_HEADER_BYTES;
        boolean last = fieldsLeft == 0;
        if (length < 0 || (last ? length != frameLeft : length > frameLeft)) {
            throw new FrameException("a field of " + Long.toUnsignedString(length) + " bytes in " + frameLeft
                    + " bytes of its frame (expected: the fields make up the frame)");
        }
        frameLeft -= length;
        fieldLeft = length;
        return true;
    }

    /** The request number of the frame. */
    public long number() {
        return number;
    }

    /** The kind of the frame. */
    public int kind() {
        return kind;
    }

    /** The tag of the field. */
    public int tag() {
        return tag;
    }

    /** Bytes of the field. */
    public long length() {
        return length;
    }

    /** Takes the bytes of the field. */
    public byte[] bytes() throws IOException {
        if (length > Integer.MAX_VALUE - 8) {
            throw new FrameException("a field of " + length + " bytes (expected: less than 2 GiB here)");
        }
        byte[] bytes = new byte[(int) length];
        for (int done = 0; done < bytes.length; ) {
            int count = piece(bytes.length - done);
            in.get(bytes, done, count);
            done += count;
        }
        fieldLeft = 0;
        return bytes;
    }

    /** Takes the field as text. */
    public String text() throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Takes the field as a number of 1 to 8 bytes. */
    public long number(int width) throws IOException {
        if (length != width) {
            throw new FrameException("a number of " + length + " bytes in field " + tag + " (expected: " + width + ")");
        }
        fill(width);
        fieldLeft = 0;
        return switch (width) {
            case Byte.BYTES -> in.get() & 0xFF;
            case Integer.BYTES -> in.getInt() & 0xFFFF_FFFFL;
            default -> in.getLong();
        };
    }

    /**
     * Takes the field and copies its bytes, which may be more than fit in memory.
     *
     * @throws UncheckedIOException if the target cannot be written
     */
    public void copyTo(OutputStream target) throws IOException {
        byte[] piece = new byte[65_536];
        for (long left = length; left > 0; ) {
            int count = piece((int) Math.min(piece.length, left));
            in.get(piece, 0, count);
            write(target, piece, count);
            left -= count;
        }
        fieldLeft = 0;
    }

    private static void write(OutputStream target, byte[] piece, int count) {
        try {
            target.write(piece, 0, count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void skip() throws IOException {
        while (fieldLeft > 0) {
            int count = piece((int) Math.min(BUFFER_BYTES, fieldLeft));
            in.position(in.position() + count);
            fieldLeft -= count;
        }
    }

    /** Has at least one byte in the buffer; returns how many of {@code most} are there. */
    private int piece(int most) throws IOException {
        if (!in.hasRemaining() && !more()) {
            throw new EOFException("the stream ended in a frame");
        }
        return Math.min(most, in.remaining());
    }

    private void fill(int bytes) throws IOException {
        while (in.remaining() < bytes) {
            if (!more()) {
                throw new EOFException("the stream ended in a frame");
            }
        }
    }

    private boolean more() throws IOException {
        in.compact();
        int count;
        try {
            count = stream.read(in);
        } finally {
            in.flip();
        }
        return count >= 0;
    }
}
