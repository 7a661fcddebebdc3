package dev.sluice.model.collect;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which large results may be sent now through one shared link. Many at once overflow the buffer of a switch,
 * TCP waits for its timers, and goodput collapses; one at a time is too few on a long path. So the number of grants, g,
 * is found out while the run goes on: scheduling.md §5, after Shao's dissertation, whose cure is
 * {@link GrantMode#SERIAL}. At least one, at most as many as there are senders: a worker counts as often as it had
 * offers open at once, because each of its slots sends.
 *
 * <p>Urgent offers come first, then those with the shortest expected transfer; waiting counts in their favour. An offer
 * is overtaken by shorter ones for at most {@value #PATIENCE} times its own transfer time, and by urgent ones for the
 * configured ageing, so that none starves.
 *
 * <p>Ask {@link #grant} after each thing that was told, and at {@link #nextWakeNanos}. Pure: the time is an argument,
 * monotonic [ns]. Confined to whoever drives it. What it is told of unknown offers it ignores.
 */
public final class GrantDesk {
    private static final int PATIENCE = 8;

    /** Before any transfer was measured: 100 MB/s. Only the order of grants depends on it [bytes/ns]. */
    private static final double UNKNOWN_RATE = 0.1;

    /** Further away than any run lasts [ns]. */
    private static final long FAR_NANOS = Long.MAX_VALUE / 4;

    private final GrantMode mode;
    private final GrantConfig config;
    private final GrantLimit adaptive;
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Key, GrantedTransfer> transfers = new LinkedHashMap<>();
    private final Map<WorkerId, Sender> senders = new HashMap<>();
    private boolean begun;
    private double rate;
    private long partBytes;
    private int passedOver;
    private int senderCount;
    private boolean starves;

    private record Key(WorkerId worker, long id) {}

    private record Waiting(ResultOffer offer, long sinceNanos) {}

    /** A desk for one shared link, without offers. */
    public GrantDesk(GrantMode mode, GrantConfig config) {
        this.mode = mode;
        this.config = config;
        this.adaptive = new GrantLimit(config);
    }

    /** A worker has a result to send. An offer that is known is not taken twice, but may become urgent. */
    public void offered(ResultOffer offer, long nowNanos) {
        if (!begun) {
            begun = true;
            adaptive.begin(nowNanos);
        }
        Key key = new Key(offer.worker(), offer.id());
        if (transfers.containsKey(key)) {
            return;
        }
        Waiting known = waiting.get(key);
        if (known != null) {
            if (offer.urgent()) {
                waiting.put(key, new Waiting(offer, known.sinceNanos));
            }
            return;
        }
        waiting.put(key, new Waiting(offer, nowNanos));
        Sender sender = senders.computeIfAbsent(offer.worker(), worker -> new Sender());
        senderCount -= sender.peak;
        sender.opened();
        senderCount += sender.peak;
        adaptive.senders(senderCount, nowNanos);
    }

    /** The forecast round trip of the link [ns]. */
    public void roundTrip(long nanos) {
        adaptive.roundTrip(Math.max(0, nanos));
    }

    /** A part of a granted result arrived. Optional: without it, stalls are not noticed. */
    public void progressed(WorkerId worker, long id, long bytesSoFar, long nowNanos) {
        GrantedTransfer transfer = transfers.get(new Key(worker, id));
        if (transfer == null || bytesSoFar <= transfer.bytesSoFar) {
            return;
        }
        partBytes = Math.max(partBytes, Math.min(bytesSoFar, transfer.offer.bytes()) - transfer.bytesSoFar);
        move(transfer, bytesSoFar, nowNanos);
    }

    private void move(GrantedTransfer transfer, long bytesSoFar, long nowNanos) {
        long more = Math.min(bytesSoFar, transfer.offer.bytes()) - transfer.bytesSoFar;
        transfer.bytesSoFar += more;
        transfer.stalled = false;
        Sender sender = sender(transfer.offer.worker());
        sender.moved(nowNanos);
        sender.bytesOnTheWay -= more;
        adaptive.received(more);
        if (transfer.passedOver) {
            transfer.passedOver = false;
            passedOver--;
            adaptive.places(outstanding(), nowNanos);
        }
    }

    /** A result arrived wholly. */
    public void delivered(WorkerId worker, long id, long nowNanos) {
        Key key = new Key(worker, id);
        GrantedTransfer transfer = transfers.get(key);
        if (transfer != null) {
            partBytes = Math.max(partBytes, transfer.bytesLeft());
            move(transfer, transfer.offer.bytes(), nowNanos);
            adaptive.delivered(transfer.grantedNanos, nowNanos);
            long nanos = nowNanos - transfer.grantedNanos;
            sender(worker).measured(transfer.offer.bytes(), nanos);
            rate = Sender.smooth(rate, transfer.offer.bytes(), nanos);
        }
        drop(key);
        adaptive.places(outstanding(), nowNanos);
    }

    /** The result is no longer wanted; if it was granted, its place is free. */
    public void withdrawn(WorkerId worker, long id) {
        drop(new Key(worker, id));
    }

    /**
     * Nothing of what this worker offered is wanted any more, as at the end of a cycle. It is a sender still: what was
     * learnt with it holds.
     */
    public void withdrawn(WorkerId worker) {
        for (Key key : keysOf(worker)) {
            drop(key);
        }
    }

    /** The worker left or its connection broke: its offers and grants vanish. It may come back and offer again. */
    public void gone(WorkerId worker) {
        withdrawn(worker);
        Sender sender = senders.remove(worker);
        senderCount -= sender == null ? 0 : sender.peak;
    }

    private List<Key> keysOf(WorkerId worker) {
        List<Key> keys = new ArrayList<>(waiting.keySet());
        keys.addAll(transfers.keySet());
        keys.removeIf(key -> !key.worker.equals(worker));
        return keys;
    }

    private void drop(Key key) {
        GrantedTransfer transfer = transfers.remove(key);
        if (transfer != null) {
            sender(key.worker).bytesOnTheWay -= transfer.bytesLeft();
            passedOver -= transfer.passedOver ? 1 : 0;
        }
        boolean waited = waiting.remove(key) != null;
        if (waited || transfer != null) {
            sender(key.worker).open--;
        }
    }

    /** Whether this offer waits, or is on its way. */
    boolean has(WorkerId worker, long id) {
        Key key = new Key(worker, id);
        return waiting.containsKey(key) || transfers.containsKey(key);
    }

    /** How long an offer that is granted had waited [ns]; -1 where there is none. */
    long waitedNanos(WorkerId worker, long id) {
        GrantedTransfer transfer = transfers.get(new Key(worker, id));
        return transfer == null ? -1 : transfer.waitedNanos;
    }

    /** Whether it has offers of the worker in mind, none of which is open. */
    boolean remembers(WorkerId worker) {
        Sender sender = senders.get(worker);
        return sender != null && sender.open == 0;
    }

    /** Whether something is on its way. */
    boolean hasTransfers() {
        return !transfers.isEmpty();
    }

    /** Whether, when it was asked last, the budget had no room for what is urgent, or has waited for long. */
    boolean starves() {
        return starves;
    }

    private Sender sender(WorkerId worker) {
        Sender sender = senders.get(worker);
        if (sender == null) {
            throw new IllegalStateException(worker + " has an open offer and is not known");
        }
        return sender;
    }

    /**
     * The offers to grant now, in this order; they count as granted. Never more than {@link #limit} are outstanding,
     * except that a transfer which was silent for long lets another go ahead in its place.
     *
     * @param budgetBytes so much more may be granted. One is granted whatever its size when none is on its way
     */
    public List<ResultOffer> grant(long budgetBytes, long nowNanos) {
        return grant(budgetBytes, true, nowNanos);
    }

    /** The same; {@code alone}: nothing is on its way elsewhere. */
    List<ResultOffer> grant(long budgetBytes, boolean alone, long nowNanos) {
        adaptive.senders(senderCount, nowNanos);
        adaptive.places(outstanding(), nowNanos);
        adaptive.look(nowNanos);
        watchTransfers(nowNanos);
        List<ResultOffer> granted = new ArrayList<>();
        long left = budgetBytes;
        starves = false;
        while (outstanding() < limit()) {
            Waiting next = next(nowNanos);
            if (next == null) {
                break;
            }
            if (next.offer.bytes() > left && !(alone && transfers.isEmpty())) {
                starves = isUrgent(next, nowNanos);
                break;
            }
            ResultOffer offer = next.offer;
            Key key = new Key(offer.worker(), offer.id());
            waiting.remove(key);
            transfers.put(key, new GrantedTransfer(offer, nowNanos - next.sinceNanos, nowNanos));
            sender(offer.worker()).bytesOnTheWay += offer.bytes();
            left -= offer.bytes();
            granted.add(offer);
        }
        adaptive.places(outstanding(), nowNanos);
        if (transfers.isEmpty()) {
            adaptive.idle(nowNanos);
        } else {
            adaptive.busy(nowNanos);
        }
        return granted;
    }

    private @Nullable Waiting next(long nowNanos) {
        Waiting best = null;
        boolean bestUrgent = false;
        double bestRank = 0;
        for (Waiting one : waiting.values()) {
            long waited = nowNanos - one.sinceNanos;
            boolean urgent = isUrgent(one, nowNanos);
            double rank = PATIENCE * expectedNanos(one.offer) - waited;
            if (best == null || (urgent && !bestUrgent) || (urgent == bestUrgent && rank < bestRank)) {
                best = one;
                bestUrgent = urgent;
                bestRank = rank;
            }
        }
        return best;
    }

    private boolean isUrgent(Waiting one, long nowNanos) {
        return one.offer.urgent() || nowNanos - one.sinceNanos >= config.ageingNanos();
    }

    /** Behind what its worker sends already, at the rate of that worker's transfers. */
    private double expectedNanos(ResultOffer offer) {
        Sender sender = sender(offer.worker());
        return (sender.bytesOnTheWay + offer.bytes()) / sender.rateOr(rate > 0 ? rate : UNKNOWN_RATE);
    }

    private void watchTransfers(long nowNanos) {
        if (mode.kind() == GrantMode.Kind.OFF) {
            return;
        }
        for (GrantedTransfer transfer : transfers.values()) {
            long silentNanos = silentNanos(transfer, nowNanos);
            if (!transfer.stalled && silentNanos >= stallsAfterNanos(transfer)) {
                transfer.stalled = true;
                adaptive.stalled(nowNanos);
            }
            if (!transfer.passedOver && silentNanos >= passedOverAfterNanos(transfer)) {
                transfer.passedOver = true;
                passedOver++;
            }
        }
    }

    /**
     * Parts come one share of the link after the other; a transfer that is later than that by the limit has stalled.
     */
    private long stallsAfterNanos(GrantedTransfer transfer) {
        double best = adaptive.best();
        if (partBytes == 0 || best <= 0) {
            return FAR_NANOS;
        }
        double partNanos = partBytes * (double) transfers.size() / best;
        double trips = transfer.bytesSoFar == 0 ? 2 : 1;
        return config.stallNanos() + (long) Math.min(FAR_NANOS, 2 * partNanos + trips * adaptive.roundTripNanos());
    }

    /** A transfer behind another of its worker waits for that one, on the same connection. */
    private long silentNanos(GrantedTransfer transfer, long nowNanos) {
        Sender sender = sender(transfer.offer.worker());
        long own = nowNanos - transfer.grantedNanos;
        return sender.everMoved ? Math.min(own, nowNanos - sender.movedNanos) : own;
    }

    private long passedOverAfterNanos(GrantedTransfer transfer) {
        double known = sender(transfer.offer.worker()).rateOr(rate);
        if (known <= 0) {
            return PATIENCE * config.silenceNanos();
        }
        return config.silenceNanos() + (long) Math.min(FAR_NANOS, PATIENCE * transfer.bytesLeft() / known);
    }

    /** g: how many may be outstanding now; {@link Integer#MAX_VALUE} when that is not limited. */
    public int limit() {
        return mode.kind() == GrantMode.Kind.ADAPTIVE ? adaptive.limit() : mode.grants();
    }

    /** Granted results that have not arrived, without those that were passed over. */
    public int outstanding() {
        return transfers.size() - passedOver;
    }

    /** Offers that wait for a grant. */
    public int waiting() {
        return waiting.size();
    }

    /** When {@link #grant} should be asked again if nothing is told before, or {@link Long#MAX_VALUE}. */
    public long nextWakeNanos(long nowNanos) {
        if (mode.kind() == GrantMode.Kind.OFF) {
            return Long.MAX_VALUE;
        }
        long wait = Math.min(FAR_NANOS, adaptive.windowLeftNanos(nowNanos));
        for (GrantedTransfer transfer : transfers.values()) {
            long silentNanos = silentNanos(transfer, nowNanos);
            if (!transfer.stalled) {
                wait = Math.min(wait, stallsAfterNanos(transfer) - silentNanos);
            }
            if (!transfer.passedOver && !waiting.isEmpty()) {
                wait = Math.min(wait, passedOverAfterNanos(transfer) - silentNanos);
            }
        }
        return wait == FAR_NANOS ? Long.MAX_VALUE : nowNanos + Math.max(0, wait);
    }

    /** How g moved, oldest first; the last {@value GrantLimit#HISTORY} changes. Empty unless it is adaptive. */
    public List<GrantChange> history() {
        return mode.kind() == GrantMode.Kind.ADAPTIVE ? adaptive.history() : List.of();
    }
}
