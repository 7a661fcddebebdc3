package dev.sluice.worker.unit;

import dev.sluice.api.Decoder;
import dev.sluice.model.ErrorCode;
import dev.sluice.worker.queue.WorkQueue;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A position between two of the inputs in a payload. Each input is a varint length and that many bytes; they follow
 * each other through one or several buffers. Skips inputs without reading them or moving the buffers' positions.
 * Guarded by the lock of {@link WorkQueue}.
 */
public final class InputCursor {
    private static final int LONGEST_VARINT = 10;

    private final ByteBuffer[] buffers;
    private int segment;
    private int position;

    /** Starts at the first remaining input of these buffers. */
    public InputCursor(ByteBuffer... buffers) {
        this.buffers = buffers;
        enter(0);
    }

    private InputCursor(InputCursor other) {
        this.buffers = other.buffers;
        this.segment = other.segment;
        this.position = other.position;
    }

    public InputCursor copy() {
        return new InputCursor(this);
    }

    /**
     * Skips {@code units} inputs.
     *
     * @throws WorkerException MALFORMED when the bytes end before
     */
    public void skip(long units) {
        for (long left = units; left > 0; left--) {
            advance(varint());
        }
    }

    /** Tells whether no byte is left. */
    public boolean atEnd() {
        for (int index = segment; index < buffers.length; index++) {
            int from = index == segment ? position : buffers[index].position();
            if (from < buffers[index].limit()) {
                return false;
            }
        }
        return true;
    }

    /** A decoder of everything from here on. */
    public Decoder decoder() {
        if (segment >= buffers.length) {
            return new Decoder();
        }
        ByteBuffer[] rest = Arrays.copyOfRange(buffers, segment, buffers.length);
        rest[0] = rest[0].duplicate().position(position);
        return new Decoder(rest);
    }

    private void enter(int index) {
        segment = index;
        position = index < buffers.length ? buffers[index].position() : 0;
    }

    private long varint() {
        long value = 0;
        for (int count = 0; count < LONGEST_VARINT; count++) {
            while (segment < buffers.length && position == buffers[segment].limit()) {
                enter(segment + 1);
            }
            if (segment == buffers.length) {
                throw tooShort();
            }
            byte part = buffers[segment].get(position++);
            value |= (part & 0x7FL) << (7 * count);
            if (part >= 0) {
                return value;
            }
        }
        throw new WorkerException(
                ErrorCode.MALFORMED, "length of a unit's input: more than 10 bytes (expected: a varint)");
    }

    private void advance(long bytes) {
        long left = bytes;
        while (segment < buffers.length && left > buffers[segment].limit() - position) {
            left -= buffers[segment].limit() - position;
            enter(segment + 1);
        }
        if (left < 0 || segment == buffers.length && left > 0) {
            throw tooShort();
        }
        position += (int) left;
    }

    private static WorkerException tooShort() {
        return new WorkerException(
                ErrorCode.MALFORMED,
                "unit inputs: shorter than declared (expected: a length and so many bytes for each unit)");
    }
}
