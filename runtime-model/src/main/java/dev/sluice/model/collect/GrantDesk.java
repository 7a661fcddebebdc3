package dev.sluice.model.collect;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which large results may be sent now through one shared link. Many at once overflow a switch's buffer, TCP
 * runs into its timeouts, and goodput collapses; one at a time is too few on a long path. The number of grants, g, is
 * therefore adapted while the run is running, after Shao's dissertation, which uses {@link GrantMode#SERIAL}. g is at
 * least 1 and at most the number of senders. A worker counts as several senders if it had several offers open at once,
 * because each of its slots sends. If the mode is adaptive, a transfer that is about to end holds no place: the next
 * one is granted early enough to follow without a gap.
 *
 * <p>Urgent offers come first, then those with the shortest expected transfer; waiting counts in an offer's favour. No
 * offer starves: shorter ones overtake it for at most {@value #PATIENCE} times its own transfer time, and urgent ones
 * for the configured ageing.
 *
 * <p>Call {@link #grant} after each event and at {@link #nextWakeNanos}. Pure: the time is an argument, monotonic [ns].
 * Confined to its driver. Events of unknown offers are ignored.
 */
public final class GrantDesk {
    private static final int PATIENCE = 8;

    /**
     * Factor by which the expected time from a grant to the first bytes grows at most: some are lost and sent again.
     */
    private static final double GROWTH = 1.25;

    /** Rate assumed before the first transfer: 100 MB/s. Only the order of grants depends on it [bytes/ns]. */
    private static final double UNKNOWN_RATE = 0.1;

    /** A time longer than any run [ns]. */
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

    /** Expected time from a grant to the first bytes of its result; 0 while unknown [ns]. */
    private double leadNanos;

    private record Key(WorkerId worker, long id) {}

    private record Waiting(ResultOffer offer, long sinceNanos) {}

    /** Creates a desk for one shared link, without offers. */
    public GrantDesk(GrantMode mode, GrantConfig config) {
        this.mode = mode;
        this.config = config;
        this.adaptive = new GrantLimit(config);
    }

    /** Records a worker's offer. A known offer is not added again, but may become urgent. */
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

    /** Sets the forecast round trip of the link [ns]. */
    public void roundTrip(long nanos) {
        adaptive.roundTrip(Math.max(0, nanos));
    }

    /** Records that a part of a granted result arrived. Optional: without these calls, stalls are not detected. */
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
        if (transfer.first && transfer.bytesSoFar == 0 && more < transfer.bytesLeft()) {
            double lead = nowNanos - transfer.grantedNanos;
            leadNanos = leadNanos > 0 ? Math.min(lead, GROWTH * leadNanos) : lead;
        }
        transfer.moved(more, nowNanos);
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

    /** Records that a result arrived completely. */
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

    /** Withdraws an offer or a granted result that is no longer wanted, and frees its place. */
    public void withdrawn(WorkerId worker, long id) {
        drop(new Key(worker, id));
    }

    /**
     * Withdraws all offers of this worker, for example at the end of a cycle. The worker remains a sender, and its
     * measurements are kept.
     */
    public void withdrawn(WorkerId worker) {
        for (Key key : keysOf(worker)) {
            drop(key);
        }
    }

    /**
     * Removes a worker that left or whose connection broke, with its offers and grants. The worker may return and offer
     * again.
     */
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

    /** True if this offer waits or is on its way. */
    boolean has(WorkerId worker, long id) {
        Key key = new Key(worker, id);
        return waiting.containsKey(key) || transfers.containsKey(key);
    }

    /** How long a granted offer had waited [ns]; -1 if it is unknown. */
    long waitedNanos(WorkerId worker, long id) {
        GrantedTransfer transfer = transfers.get(new Key(worker, id));
        return transfer == null ? -1 : transfer.waitedNanos;
    }

    /** True if the desk knows the worker and none of its offers is open. */
    boolean remembers(WorkerId worker) {
        Sender sender = senders.get(worker);
        return sender != null && sender.open == 0;
    }

    /** True if a granted result is on its way. */
    boolean hasTransfers() {
        return !transfers.isEmpty();
    }

    /**
     * True if, at the last call of {@link #grant}, the budget had no room for an offer that was urgent or had waited
     * long.
     */
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
     * Grants offers and returns them in order. At most {@link #limit} are outstanding, except that another transfer
     * takes the place of one that was silent for long or, if the mode is adaptive, is about to end.
     *
     * @param budgetBytes bytes that may be granted in addition. If no transfer is on its way, one offer of any size is
     *     granted
     */
    public List<ResultOffer> grant(long budgetBytes, long nowNanos) {
        return grant(budgetBytes, true, nowNanos);
    }

    /** Grants offers as above; {@code alone}: no transfer is on its way at other desks. */
    List<ResultOffer> grant(long budgetBytes, boolean alone, long nowNanos) {
        adaptive.senders(senderCount, nowNanos);
        adaptive.places(outstanding(), nowNanos);
        adaptive.look(nowNanos);
        watchTransfers(nowNanos);
        List<ResultOffer> granted = new ArrayList<>();
        long left = budgetBytes;
        starves = false;
        while (outstanding() - endingSoon() < limit()) {
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
            Sender sender = sender(offer.worker());
            boolean first = sender.bytesOnTheWay == 0;
            transfers.put(key, new GrantedTransfer(offer, first, nowNanos - next.sinceNanos, nowNanos));
            sender.bytesOnTheWay += offer.bytes();
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

    /**
     * 1 if the only place is given away early, of a transfer whose last byte arrives before the first one of a result
     * that is granted now; else 0.
     */
    private int endingSoon() {
        // Several on the way fill the gap of each other.
        boolean known = mode.kind() == GrantMode.Kind.ADAPTIVE && leadNanos > 0 && limit() == 1;
        return known && transfers.values().stream().anyMatch(each -> !each.passedOver && each.endsWithin(leadNanos))
                ? 1
                : 0;
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

    /**
     * Expected time until the transfer ends: the worker's bytes on the way and the offer, at the rate of this worker's
     * transfers.
     */
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
     * Parts of concurrent transfers arrive in turn. A transfer whose next part is later than its turn by the limit has
     * stalled.
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

    /**
     * A transfer may wait for an earlier one of its worker on the same connection, so that progress of either counts.
     */
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

    /** g: maximum number of outstanding results; {@link Integer#MAX_VALUE} if unlimited. */
    public int limit() {
        return mode.kind() == GrantMode.Kind.ADAPTIVE ? adaptive.limit() : mode.grants();
    }

    /** Granted results that have not arrived, without those passed over. */
    public int outstanding() {
        return transfers.size() - passedOver;
    }

    /** Offers that wait for a grant. */
    public int waiting() {
        return waiting.size();
    }

    /** When to call {@link #grant} again if no event comes first, or {@link Long#MAX_VALUE}. */
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

    /**
     * Changes of g, the oldest first; the last {@value GrantLimit#HISTORY} changes. Empty unless the mode is adaptive.
     */
    public List<GrantChange> history() {
        return mode.kind() == GrantMode.Kind.ADAPTIVE ? adaptive.history() : List.of();
    }

    /** A granted offer that has not arrived completely. Confined to its desk. */
    private static final class GrantedTransfer {
        final ResultOffer offer;
        final long waitedNanos;
        final long grantedNanos;
        long bytesSoFar;

        /** True if its sender had nothing else on the way when it was granted. */
        final boolean first;

        /** When its first bytes were seen, and how many those were. */
        private long firstNanos;

        private long firstBytes;
        private long movedNanos;

        /** True if a stall was reported and no bytes have arrived since. */
        boolean stalled;

        /** True if the transfer was silent so long that another may take its place, until bytes arrive again. */
        boolean passedOver;

        GrantedTransfer(ResultOffer offer, boolean first, long waitedNanos, long nowNanos) {
            this.offer = offer;
            this.first = first;
            this.waitedNanos = waitedNanos;
            this.grantedNanos = nowNanos;
        }

        /** Records that so many more bytes arrived. */
        void moved(long more, long nowNanos) {
            bytesSoFar += more;
            stalled = false;
            movedNanos = nowNanos;
            if (firstBytes == 0) {
                firstNanos = nowNanos;
                firstBytes = bytesSoFar;
            }
        }

        /** True if the bytes that have not arrived take at most this long at its rate so far. */
        boolean endsWithin(double nanos) {
            double moved = bytesSoFar - firstBytes;
            return moved > 0 && bytesLeft() * (double) (movedNanos - firstNanos) <= moved * nanos;
        }

        long bytesLeft() {
            return offer.bytes() - bytesSoFar;
        }
    }
}
