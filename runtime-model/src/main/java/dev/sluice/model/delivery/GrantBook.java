package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantConfig;
import dev.sluice.model.collect.GrantDesks;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.collect.ResultOffer;
import java.util.List;

/**
 * Decides which large results may be sent. Asks the {@link GrantDesks} and keeps the granted results that are not yet
 * accepted within a memory budget. Confined to the loop of its master.
 */
public final class GrantBook {
    private final GrantDesks desks;
    private final long budgetBytes;
    private long openBytes;
    private long results;
    private long bytes;
    private int most;

    /**
     * Creates a book without offers.
     *
     * @param budgetBytes memory for results that are granted and not accepted
     */
    public GrantBook(GrantMode mode, long budgetBytes) {
        this.desks = new GrantDesks(mode, GrantConfig.DEFAULT);
        this.budgetBytes = budgetBytes;
    }

    /** Records a worker's offer of a result. */
    public void offered(ResultOffer offer, long nowNanos) {
        desks.offered(offer, nowNanos);
    }

    /** Records the round trip of a small message to a worker, without queueing [ns]. */
    public void distance(WorkerId worker, long nanos) {
        desks.distance(worker, nanos);
    }

    /** Records a round trip from an assignment to its result [ns]. */
    public void roundTrip(WorkerId worker, long nanos) {
        desks.roundTrip(worker, nanos);
    }

    /** How long an arriving result had waited for its grant [ns]; -1 if it needed none (offer 0). */
    public long waitedNanos(WorkerId worker, long offer) {
        return offer == 0 ? -1 : desks.waitedNanos(worker, offer);
    }

    /** True if offers wait for a grant. */
    public boolean hasOffers() {
        return desks.waiting() > 0;
    }

    /** The offers to grant now. The caller must confirm each with {@link #granted}. */
    public List<ResultOffer> grant(long nowNanos) {
        if (!hasOffers()) {
            return List.of();
        }
        List<ResultOffer> next = desks.grant(budgetBytes - openBytes, nowNanos);
        most = Math.max(most, desks.outstanding());
        return next;
    }

    /**
     * Records that the worker of the offer was told to send.
     *
     * @param memoryBytes memory that the result will occupy: its size, or 0 if it will be stored in a file
     */
    public void granted(GrantedResults session, ResultOffer offer, long memoryBytes) {
        session.add(offer.id(), offer.bytes(), memoryBytes);
        openBytes += memoryBytes;
        results++;
        bytes += offer.bytes();
    }

    /** Records how many bytes of the session's oldest granted result have been received. */
    public void progressed(GrantedResults session, long receivedBytes, long nowNanos) {
        long offer = session.oldest();
        if (offer != 0) {
            long soFar = Math.min(session.bytes(offer) - 1, receivedBytes);
            desks.progressed(session.worker, offer, soFar, nowNanos);
        }
    }

    /**
     * Records that a result arrived. Returns the memory that it occupies until it is {@link #accepted}; 0 if it was not
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

    /** Releases the memory of results that the application has accepted. */
    public void accepted(long memoryBytes) {
        openBytes -= memoryBytes;
    }

    /** Ends a session: its offers and granted results will not arrive. */
    public void gone(GrantedResults session) {
        desks.gone(session.worker);
        openBytes -= session.clear();
    }

    /** Ends a cycle: the session's offers and granted results are not wanted any more. */
    public void withdrawn(GrantedResults session) {
        desks.withdrawn(session.worker);
        openBytes -= session.clear();
    }

    /** Number of results granted. */
    public long results() {
        return results;
    }

    /** Bytes of all results granted. */
    public long bytes() {
        return bytes;
    }

    /** Maximum number of results that were on the way at once. */
    public int most() {
        return most;
    }

    /** Changes of the number of grants, the oldest first. */
    public List<GrantChange> history() {
        return desks.history();
    }
}
