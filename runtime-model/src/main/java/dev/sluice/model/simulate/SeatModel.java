package dev.sluice.model.simulate;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the master keeps of one worker, as its {@code Seat} and {@code Feed}. Confined to its run. */
final class SeatModel {
    /** Inputs on the way to a worker or waiting in it [bytes]; one unit more may always go when none is. */
    private static final long WINDOW_BYTES = 4L << 20;

    /** Units that were assigned and whose inputs wait for room. */
    static final class Task {
        final AttemptRun run;
        final long decidedNanos;
        final Lull lull;
        long next;
        long end;

        Task(AttemptRun run, long next, Lull lull, long decidedNanos) {
            this.run = run;
            this.next = next;
            this.lull = lull;
            this.decidedNanos = decidedNanos;
            this.end = run.endUnit();
        }
    }

    /** A large result that may come. */
    static final class Granted {
        final long bytes;
        /** Its number on the way; -1 before it leaves. */
        int message = -1;

        Granted(long bytes) {
            this.bytes = bytes;
        }
    }

    final WorkerModel worker;
    final Deque<Task> waiting = new ArrayDeque<>(2);
    final Map<Long, Granted> granted = new LinkedHashMap<>(2);

    /** Whether its session lasts. */
    boolean open;

    /** When its last cycle ended, or it registered. */
    long owedNanos;

    long lastResultNanos;
    long safeSequence;
    long acknowledged;
    /** Whether the next round of acknowledgements concerns it. */
    boolean unacknowledged;

    private long safeBytes;
    /** With those that wait for their turn; 0 where none ever did. */
    private long cameBytes;

    private long acknowledgedBytes;
    private long safeArrivedNanos;
    private long sentUnits;
    private long sentBytes;
    private long returnedUnits;
    private boolean dry;
    private long drySinceNanos;

    SeatModel(WorkerModel worker) {
        this.worker = worker;
    }

    /** A cycle begins: nothing of the last one counts. */
    void beginFeed() {
        waiting.clear();
        sentUnits = 0;
        sentBytes = 0;
        returnedUnits = 0;
    }

    /** Whether it may be sent more: inputs not yet returned are estimated by their mean size. */
    boolean hasRoom() {
        long away = sentUnits - returnedUnits;
        return away <= 0 || (double) sentBytes * away < (double) WINDOW_BYTES * sentUnits;
    }

    void sent(long units, long bytes) {
        sentUnits += units;
        sentBytes += bytes;
    }

    void returned(long units) {
        returnedUnits += units;
    }

    /** The master has found nothing for one of its slots. */
    void beginLull(long nowNanos) {
        drySinceNanos = dry ? drySinceNanos : nowNanos;
        dry = true;
    }

    /** It is given something, or the cycle ends; what the time before was to it. */
    Lull endLull(long nowNanos) {
        long dryNanos = dry ? Math.max(0, nowNanos - drySinceNanos) : 0;
        dry = false;
        long heardNanos = Math.max(0, nowNanos - lastResultNanos);
        return dryNanos == 0 && heardNanos == 0 ? Lull.NONE : new Lull(dryNanos, heardNanos);
    }

    /** Whether so much will have gathered with these, that come behind others, that they are acknowledged at once. */
    boolean isAcknowledgedWith(long sequence, long bytes, long window) {
        cameBytes += bytes;
        return cameBytes - acknowledgedBytes >= window / 4 || sequence - acknowledged >= 64;
    }

    /** The results up to this number are safe; says whether so much has gathered that they are acknowledged at once. */
    boolean safe(long sequence, long bytes, long arrivedNanos, long window) {
        safeSequence = sequence;
        safeBytes += bytes;
        cameBytes = Math.max(cameBytes, safeBytes);
        safeArrivedNanos = arrivedNanos;
        if (safeBytes - acknowledgedBytes >= window / 4 || sequence - acknowledged >= 64) {
            acknowledgedBytes = safeBytes;
            return true;
        }
        return false;
    }

    long safeArrivedNanos() {
        return safeArrivedNanos;
    }
}
