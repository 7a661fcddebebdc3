package dev.sluice.net.payload;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of a {@link SpillSpace} that one session may use. Small payloads always come, and stay in memory. A larger
 * one comes only if the owner of the session has granted its bytes before; it goes to a file if it is too large for the
 * memory. Any thread.
 */
public final class SpillShare {
    private final SpillSpace space;
    private final AtomicLong grantedBytes = new AtomicLong();
    private volatile long plainBytes;

    /** @param plainBytes the largest payload that needs no grant [bytes] */
    public SpillShare(SpillSpace space, long plainBytes) {
        this.space = space;
        this.plainBytes = plainBytes;
    }

    /** Sets the largest payload that needs no grant [bytes]. */
    public void plain(long mostBytes) {
        plainBytes = mostBytes;
    }

    /** The largest payload that needs no grant [bytes]. */
    public long plainBytes() {
        return plainBytes;
    }

    /** Lets so many more bytes of larger payloads come; a negative number takes them back [bytes]. */
    public void grant(long bytes) {
        grantedBytes.addAndGet(bytes);
    }

    /** Uses so much of what was granted [bytes]; false if that is more than was granted. */
    public boolean take(long bytes) {
        boolean enough = grantedBytes.addAndGet(-bytes) >= 0;
        if (!enough) {
            grantedBytes.addAndGet(bytes);
        }
        return enough;
    }

    /** Tells whether a payload of this size goes to a file. */
    public boolean wants(long bytes) {
        return bytes > plainBytes && space.wants(bytes);
    }

    /** A new file for such a payload. */
    public SpillFile newFile() {
        return new SpillFile(space);
    }

    /** The directory of the files, for error messages. */
    @Override
    public String toString() {
        return space.toString();
    }
}
