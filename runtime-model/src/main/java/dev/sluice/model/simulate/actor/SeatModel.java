package dev.sluice.model.simulate.actor;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.FeedQueue;
import dev.sluice.model.delivery.FeedWindow;
import dev.sluice.model.delivery.GrantedResults;
import dev.sluice.model.delivery.IdleWatch;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.simulate.network.Connection;
import java.util.HashMap;
import java.util.Map;

/**
 * One worker as its master sees it: its connection, and what the master keeps as its {@code Seat} and {@code Feed}.
 * Confined to its run.
 */
final class SeatModel {
    final WorkerId id;
    final int host;

    /** Units that the worker computes at once. */
    final int slots;

    final Connection up;
    final Connection down;
    final FeedQueue waiting = new FeedQueue();
    final GrantedResults granted;
    final IdleWatch idle = new IdleWatch();

    /** Messages in which granted results are on their way, by offer. */
    final Map<Long, Integer> grantedMessages = new HashMap<>(2);

    /** The worker sends heartbeats: from its start until it leaves, or is lost. */
    boolean alive;

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

    SeatModel(WorkerId id, int host, int slots, Connection up, Connection down) {
        this.id = id;
        this.host = host;
        this.slots = slots;
        this.up = up;
        this.down = down;
        this.granted = new GrantedResults(id);
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
        return FeedWindow.hasRoom(sentBytes, sentUnits, returnedUnits);
    }

    void sent(long units, long bytes) {
        sentUnits += units;
        sentBytes += bytes;
    }

    void returned(long units) {
        returnedUnits += units;
    }

    /** It is given something, or the cycle ends; what the time before was to it. */
    Lull endLull(long nowNanos) {
        return idle.end(nowNanos, lastResultNanos);
    }

    /** Whether so much will have gathered with these, that come behind others, that they are acknowledged at once. */
    boolean isAcknowledgedWith(long sequence, long bytes, long window) {
        cameBytes += bytes;
        return ResultWindow.isAcknowledgedAtOnce(cameBytes - acknowledgedBytes, sequence - acknowledged, window);
    }

    /** The results up to this number are safe; says whether so much has gathered that they are acknowledged at once. */
    boolean safe(long sequence, long bytes, long arrivedNanos, long window) {
        safeSequence = sequence;
        safeBytes += bytes;
        cameBytes = Math.max(cameBytes, safeBytes);
        safeArrivedNanos = arrivedNanos;
        if (ResultWindow.isAcknowledgedAtOnce(safeBytes - acknowledgedBytes, sequence - acknowledged, window)) {
            acknowledgedBytes = safeBytes;
            return true;
        }
        return false;
    }

    long safeArrivedNanos() {
        return safeArrivedNanos;
    }
}
