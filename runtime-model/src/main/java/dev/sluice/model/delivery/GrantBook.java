package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantConfig;
import dev.sluice.model.collect.GrantDesks;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.collect.ResultOffer;
import java.util.List;

/**
 * Which large results may come: asks the {@link GrantDesks}, within the memory for results that are granted and not
 * accepted yet. Confined to the loop of its master.
 */
public final class GrantBook {
    private final GrantDesks desks;
    private final long budgetBytes;
    private long openBytes;
    private long results;
    private long bytes;
    private int most;

    /**
     * A book without offers.
     *
     * @param budgetBytes memory for results that are granted and not accepted
     */
    public GrantBook(GrantMode mode, long budgetBytes) {
        this.desks = new GrantDesks(mode, GrantConfig.DEFAULT);
        this.budgetBytes = budgetBytes;
    }

    /** A worker offers a result. */
    public void offered(ResultOffer offer, long nowNanos) {
        desks.offered(offer, nowNanos);
    }

    /** How far away a worker is: the round trip of a small message without waiting [ns]. */
    public void distance(WorkerId worker, long nanos) {
        desks.distance(worker, nanos);
    }

    /** A round trip from an assignment to its result [ns]. */
    public void roundTrip(WorkerId worker, long nanos) {
        desks.roundTrip(worker, nanos);
    }

    /** How long an arriving result had waited for its grant [ns]; -1 when it needed none (offer 0). */
    public long waitedNanos(WorkerId worker, long offer) {
        return offer == 0 ? -1 : desks.waitedNanos(worker, offer);
    }

    /** Whether offers wait for a grant. */
    public boolean hasOffers() {
        return desks.waiting() > 0;
    }

    /** The offers to grant now. Each is to be written down with {@link #granted}. */
    public List<ResultOffer> grant(long nowNanos) {
        if (!hasOffers()) {
            return List.of();
        }
        List<ResultOffer> next = desks.grant(budgetBytes - openBytes, nowNanos);
        most = Math.max(most, desks.outstanding());
        return next;
    }

    /**
     * The worker of the offer is told that it may send.
     *
     * @param memoryBytes what the result will take of the memory: its size, or nothing if it will lie in a file
     */
    public void granted(GrantedResults session, ResultOffer offer, long memoryBytes) {
        session.add(offer.id(), offer.bytes(), memoryBytes);
        openBytes += memoryBytes;
        results++;
        bytes += offer.bytes();
    }

    /** So many bytes have been received of the oldest granted result of a session. */
    public void progressed(GrantedResults session, long receivedBytes, long nowNanos) {
        long offer = session.oldest();
        if (offer != 0) {
            long soFar = Math.min(session.bytes(offer) - 1, receivedBytes);
            desks.progressed(session.worker, offer, soFar, nowNanos);
        }
    }

    /**
     * A result has arrived. Returns what it takes of the memory until that is {@link #accepted}; 0 when it was not
     * granted.
     */
    public long arrived(GrantedResults session, long offer, long nowNanos) {
        long memoryBytes = session.remove(offer);
        if (memoryBytes < 0) {
            return 0;
        }
        desks.delivered(session.worker, offer, nowNanos);
        return memoryBytes;
    }

    /** The application has taken results that took so much of the memory. */
    public void accepted(long memoryBytes) {
        openBytes -= memoryBytes;
    }

    /** The session is over: nothing that it offered or was granted will come. */
    public void gone(GrantedResults session) {
        desks.gone(session.worker);
        openBytes -= session.clear();
    }

    /** The cycle is over: nothing that the session offered or was granted is wanted. */
    public void withdrawn(GrantedResults session) {
        desks.withdrawn(session.worker);
        openBytes -= session.clear();
    }

    /** Results that were granted. */
    public long results() {
        return results;
    }

    /** Bytes of all results that were granted. */
    public long bytes() {
        return bytes;
    }

    /** The most results that were on the way at once. */
    public int most() {
        return most;
    }

    /** How the number of grants changed, the oldest first. */
    public List<GrantChange> history() {
        return desks.history();
    }
}
