package dev.sluice.master;

import dev.sluice.model.delivery.GrantedResults;
import dev.sluice.model.delivery.IdleWatch;
import dev.sluice.model.ledger.Lull;
import dev.sluice.net.session.Session;
import java.util.concurrent.atomic.AtomicLongArray;

/** One registered session of a entry. Fields are confined to the master loop unless they say otherwise. */
public final class WorkerConnection {
    private static final int REMEMBERED = 256;
    private static final int REMEMBERED_BEATS = 4;

    final Session session;
    final WorkerEntry entry;

    /**
     * When each of the last assignments was decided, by sequence. Written by the sender (see {@link Feed}), read by the
     * loop.
     */
    private final AtomicLongArray decidedNanos = new AtomicLongArray(REMEMBERED);

    /** Newest sequence sent in an Assign. Written by the sender (see {@link Feed}), read by the loop. */
    volatile long assignSequence;

    /** Newest sequence of results received. */
    long resultSequence;

    /** Newest sequence that is safe: accepted by the application or refused. Written by the principal's thread. */
    volatile long safeSequence;

    /** When the newest of it had arrived. Written by the principal's thread. */
    volatile long safeArrivedNanos;

    /**
     * Newest sequence acknowledged. Written by the loop and the principal's thread; an older one sent late does no
     * harm.
     */
    volatile long acknowledged;

    /** Bytes of results that are safe. Written by the principal's thread. */
    volatile long safeBytes;

    /** {@link #safeBytes} at the last acknowledgement. Confined to the principal's thread. */
    long acknowledgedBytes;

    /** What it is fed in the open cycle. */
    Feed feed;

    /** Large results that may come in this session and have not. Loop. */
    final GrantedResults granted;

    /** The oldest of them, and what had been received when it became that. Loop. */
    long watchedOffer;

    long watchedFromBytes;

    /** Beats in a row whose digest disagreed. */
    int disagreements;

    long beats;

    /** Whether it was told the terms of a sub-master. Loop. */
    boolean knowsTerms;

    /** When each of the last beats was sent, by its tick. Loop. */
    private final long[] beatNanos = new long[REMEMBERED_BEATS];

    /** Tick of the last of our beats whose answer was timed. Loop. */
    long measuredTick;

    /** Tick of the last beat heard, to be echoed. */
    long heardTick;

    /** Whether it has nothing to compute on one slot at least, and since when. Loop. */
    final IdleWatch idle = new IdleWatch();

    /** When its last cycle ended, or it registered. Loop. */
    long owedNanos;

    /** Whether the session lasts. Written by the loop. */
    volatile boolean open = true;

    WorkerConnection(Session session, WorkerEntry entry, int cycle) {
        this.session = session;
        this.entry = entry;
        this.granted = new GrantedResults(entry.id);
        this.feed = new Feed(this, cycle);
    }

    /** It is given something, or the cycle ends; what the time before was to it. Loop. */
    Lull endLull(long nowNanos) {
        return idle.end(nowNanos, entry.lastResultNanos);
    }

    /** The next beat goes out now: its tick. Loop. */
    long beating(long nowNanos) {
        beats++;
        beatNanos[(int) (beats % REMEMBERED_BEATS)] = nowNanos;
        return beats;
    }

    /** When the beat of this tick was sent; -1 when that is forgotten, or it was not. Loop. */
    long beatNanos(long tick) {
        return tick < 1 || tick > beats || tick <= beats - REMEMBERED_BEATS
                ? -1
                : beatNanos[(int) (tick % REMEMBERED_BEATS)];
    }

    /** The results up to this sequence are safe. UnitSource's thread. */
    void safe(long sequence, long bytes, long arrivedNanos) {
        safeArrivedNanos = arrivedNanos;
        long before = safeBytes;
        safeBytes = before + bytes;
        safeSequence = sequence;
    }

    /** An Assign with this sequence goes out. Sender. */
    void sending(long sequence, long nanos) {
        decidedNanos.set((int) (sequence % REMEMBERED), nanos);
        assignSequence = sequence;
    }

    /** When the Assign with this sequence was decided, or -1 when that is forgotten. Loop. */
    long decidedNanos(long sequence) {
        return sequence < 1 || sequence > assignSequence || sequence <= assignSequence - REMEMBERED + 1
                ? -1
                : decidedNanos.get((int) (sequence % REMEMBERED));
    }
}
