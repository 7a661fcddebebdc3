package dev.sluice.master.bounds;

import java.util.HashMap;
import java.util.Map;

/**
 * The granted results of one session that have not arrived, and whether they arrive fast enough. They are late by the
 * time that passes, less the time that their bytes may take at the least rate of {@link #LEAST_BYTES} in
 * {@link SessionBound#GRANT_SECONDS}. Other payloads may wait for the link in front of a granted result, so that a
 * limited number of their bytes counts as well. Each grant also has a time at which it must be complete, so that a
 * session cannot keep one by sending others. Only time in which the master runs counts. Confined to the master loop.
 */
final class GrantProgress {
    /** Bytes that must arrive in {@link SessionBound#GRANT_SECONDS}: a twentieth of what 1 Mbit/s carries. */
    static final long LEAST_BYTES = 64 << 10;

    private static final long MOST_NANOS = SessionBound.GRANT_SECONDS.most() * 1_000_000_000L;
    private static final double NANOS_PER_BYTE = (double) MOST_NANOS / LEAST_BYTES;

    /**
     * A granted result.
     *
     * @param dueNanos the time of {@link #ranNanos} at which it must have arrived [ns]
     */
    private record Granted(long bytes, double dueNanos) {}

    private final Map<Long, Granted> granted = new HashMap<>(2);

    /** Time in which the master ran [ns]. */
    private long ranNanos;

    /** Bytes of other payloads that may come before a granted result, and how many of them have not come. */
    private long otherBytes;

    private long otherBytesLeft;

    /** The time by which the results were late when the last payload was complete [ns], and the time since. */
    private double lateNanos;

    private long sinceNanos;

    /** The time by which they are late if the unfinished payload turns out to be granted [ns]. */
    private double lateWithPartNanos;

    /** Bytes of all complete payloads. */
    private long completeBytes;

    /** Bytes of the unfinished payload that have been counted. */
    private long partBytes;

    /** Lets so many bytes of other payloads come before each granted result, or as many as were allowed before. */
    void allows(long bytes) {
        otherBytes = Math.max(otherBytes, bytes);
    }

    /** Adds a grant; false if it is known. */
    boolean grants(long offer, long bytes) {
        if (granted.isEmpty()) {
            lateNanos = 0;
            lateWithPartNanos = 0;
            sinceNanos = 0;
            otherBytesLeft = otherBytes;
        }
        double before = (double) bytes + otherBytes;
        for (Granted each : granted.values()) {
            before += (double) each.bytes() + otherBytes;
        }
        Granted added = new Granted(bytes, ranNanos + MOST_NANOS + before * NANOS_PER_BYTE);
        return granted.putIfAbsent(offer, added) == null;
    }

    /** The size that was granted and has not arrived [bytes]; -1 if there is none. */
    long bytes(long offer) {
        Granted known = granted.get(offer);
        return known == null ? -1 : known.bytes();
    }

    /** Removes a grant whose result has arrived. */
    void arrived(long offer) {
        granted.remove(offer);
    }

    /** Records that a payload is complete, of a granted result or another one. */
    void received(long bytes, boolean ofGrant) {
        completeBytes += bytes;
        if (ofGrant) {
            lateWithPartNanos = less(lateWithPartNanos, Math.max(0, bytes - partBytes));
            partBytes = Math.max(0, partBytes - bytes);
            otherBytesLeft = otherBytes;
        } else {
            long allowed = Math.min(bytes, otherBytesLeft);
            otherBytesLeft -= allowed;
            lateWithPartNanos = less(lateNanos + sinceNanos, allowed);
            partBytes = 0;
        }
        lateNanos = lateWithPartNanos;
        sinceNanos = 0;
    }

    /**
     * Lets time pass; false if granted results are too late.
     *
     * @param nanos since the last call [ns]
     * @param receivedBytes bytes of payloads that the session has received, also those of an unfinished one
     */
    boolean passes(long nanos, long receivedBytes) {
        ranNanos += nanos;
        long part = Math.max(0, receivedBytes - completeBytes);
        long news = Math.max(0, part - partBytes);
        partBytes = part;
        if (granted.isEmpty()) {
            return true;
        }
        sinceNanos += nanos;
        lateWithPartNanos = less(lateWithPartNanos + nanos, news);
        return lateWithPartNanos < MOST_NANOS
                && granted.values().stream().noneMatch(each -> each.dueNanos() < ranNanos);
    }

    private static double less(double lateNanos, long bytes) {
        return Math.max(0, lateNanos - bytes * NANOS_PER_BYTE);
    }
}
