package dev.sluice.net.frame;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.SpillFile;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.rules.Text;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The received parts of one payload: in memory, or in a file if they are too large. Confined to the channel's thread,
 * which blocks on the disk, and thereby slows the peer down.
 */
public final class Gathered {
    private final long maxPayloadBytes;
    private final SpillSpace space;
    private final List<Payload> parts = new ArrayList<>();
    private long partBytes;
    private @Nullable SpillFile file;

    /** @param maxPayloadBytes limit of a payload in memory [bytes] */
    public Gathered(long maxPayloadBytes, SpillSpace space) {
        this.maxPayloadBytes = maxPayloadBytes;
        this.space = space;
    }

    public boolean isEmpty() {
        return partBytes == 0;
    }

    /** Takes the next part over. */
    public void add(Payload part) {
        partBytes += part.size();
        parts.add(part);
        if (file == null && space.wants(partBytes)) {
            file = new SpillFile(space);
        }
        if (file == null) {
            checkSize(partBytes);
        } else {
            write(file);
        }
    }

    /** Refuses a payload that is too large for memory. */
    public void checkSize(long size) {
        if (size > maxPayloadBytes) {
            throw new OffenceException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "payload of " + size + " bytes or more (expected: at most " + maxPayloadBytes + ")");
        }
    }

    private void write(SpillFile to) {
        try {
            for (Payload part : parts) {
                for (ByteBuf segment : part.segments()) {
                    to.write(segment);
                }
            }
        } catch (IOException e) {
            throw full(e);
        }
        parts.forEach(Payload::release);
        parts.clear();
    }

    private OffenceException full(IOException e) {
        return new OffenceException(
                ErrorCode.DISK_FULL,
                "payload of " + partBytes + " bytes or more does not fit in " + space + ": "
                        + Text.printable(String.valueOf(e.getMessage()), 200) + " (expected: room there)");
    }

    /** The complete payload of all parts and its end, which is taken over; the next part belongs to another payload. */
    public Payload whole(Payload end) {
        partBytes += end.size();
        if (file == null) {
            parts.add(end);
            checkSize(partBytes);
        } else {
            parts.add(inFile(file));
            parts.add(end); // the last frame's, in memory
            file.close();
            file = null;
        }
        Payload whole = Payload.concat(parts);
        parts.clear();
        partBytes = 0;
        return whole;
    }

    private Payload inFile(SpillFile written) {
        List<ByteBuf> segments = new ArrayList<>();
        try {
            written.map(segments);
        } catch (IOException e) {
            segments.forEach(ByteBuf::release);
            throw full(e);
        }
        long size = 0;
        for (ByteBuf segment : segments) {
            size += segment.readableBytes();
        }
        return Payload.of(segments.toArray(ByteBuf[]::new), size);
    }

    /** Releases the received parts. */
    public void release() {
        parts.forEach(Payload::release);
        parts.clear();
        partBytes = 0;
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
