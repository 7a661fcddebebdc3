package dev.sluice.net.frame;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.SpillFile;
import dev.sluice.net.payload.SpillShare;
import dev.sluice.net.rules.FileTrouble;
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
    private final SpillShare share;
    private final List<Payload> parts = new ArrayList<>();
    private long partBytes;
    /** Bytes of this payload that were taken from what was granted. */
    private long countedBytes;

    private @Nullable SpillFile file;

    /** @param maxPayloadBytes limit of a payload in memory [bytes] */
    public Gathered(long maxPayloadBytes, SpillShare share) {
        this.maxPayloadBytes = maxPayloadBytes;
        this.share = share;
    }

    public boolean isEmpty() {
        return partBytes == 0;
    }

    /** Takes the next part over. */
    public void add(Payload part) {
        partBytes += part.size();
        parts.add(part);
        countGranted();
        if (file == null && share.wants(partBytes)) {
            file = share.newFile();
        }
        if (file == null) {
            checkSize(partBytes);
        } else {
            write(file);
        }
    }

    /** Refuses a payload of one frame that is too large, or larger than what was granted. */
    public void checkWhole(long size) {
        useGrant(size, size);
        checkSize(size);
    }

    private void countGranted() {
        useGrant(partBytes, partBytes - countedBytes);
        countedBytes = partBytes > share.plainBytes() ? partBytes : countedBytes;
    }

    private void useGrant(long size, long more) {
        if (size > share.plainBytes() && !share.take(more)) {
            throw new OffenceException(
                    ErrorCode.SESSION_BOUND,
                    "results: " + size + " bytes or more without a grant (expected: at most " + share.plainBytes()
                            + ", or as many as were offered and granted)");
        }
    }

    private void checkSize(long size) {
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
        ErrorCode code = FileTrouble.ofWriting(e);
        return new OffenceException(
                code == ErrorCode.FILE_NOT_WRITTEN ? ErrorCode.DISK_FULL : code, // such as the bound of these files
                "payload of " + partBytes + " bytes or more does not fit in " + share + ": "
                        + Text.printable(String.valueOf(e.getMessage()), 200) + " (expected: room there)");
    }

    /** The complete payload of all parts and its end, which is taken over; the next part belongs to another payload. */
    public Payload whole(Payload end) {
        partBytes += end.size();
        if (file != null) {
            parts.add(inFile(file));
        }
        parts.add(end); // the last frame's, in memory
        countGranted();
        if (file == null) {
            checkSize(partBytes);
        } else {
            file.close();
            file = null;
        }
        Payload whole = Payload.concat(parts);
        parts.clear();
        partBytes = 0;
        countedBytes = 0;
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
        countedBytes = 0;
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
