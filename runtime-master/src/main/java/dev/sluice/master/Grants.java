package dev.sluice.master;

import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantConfig;
import dev.sluice.model.collect.GrantDesks;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import dev.sluice.net.session.Session;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets large results come: asks the {@link GrantDesks}, within the budget of bytes for results that are granted and not
 * accepted yet. Workers of this machine, which share no link, ask only for what will lie in a file
 * ({@link FileGrants}). Confined to the master loop.
 */
public final class Grants {
    /** Results above this are offered first. */
    static final long OFFER_ABOVE_BYTES = 64 * 1024;

    private final GrantMode mode;
    private final GrantDesks desks;
    private final FileGrants files;
    private final long budgetBytes;
    private final AtomicLong openBytes = new AtomicLong();
    private long grantedResults;
    private long grantedBytes;
    private int most;

    Grants(GrantMode mode, RunSettings.Budget budget) {
        this.mode = mode;
        this.budgetBytes = budget.memoryBytes();
        this.files = new FileGrants(budget.diskBytes());
        this.desks = new GrantDesks(mode, GrantConfig.DEFAULT);
    }

    /** What to tell a worker that registers: even where no link is shared, what will lie in a file is offered. */
    long offerAbove(Session session, Roll roll) {
        return limited(session) ? OFFER_ABOVE_BYTES : roll.windowBytes();
    }

    private boolean limited(Session session) {
        return mode.kind() != GrantMode.Kind.OFF && !session.loopback();
    }

    void offered(Seat seat, Offer offer, Roll roll, long nowNanos) {
        if (offer.bytes() > roll.windowBytes()) {
            files.offered(seat, offer);
        } else {
            admit(seat, offer, nowNanos);
        }
        pump(roll, nowNanos);
    }

    /** There is room for it; the link may still have to wait. */
    private void admit(Seat seat, Offer offer, long nowNanos) {
        if (limited(seat.session)) {
            desks.offered(
                    new dev.sluice.model.collect.Offer(seat.member.id, offer.offer(), offer.bytes(), offer.urgent()),
                    nowNanos);
        } else {
            seat.session.send(new Grant(offer.offer()));
        }
    }

    /** How long what comes had waited for its grant [ns]; -1 where it needed none. */
    long waitedNanos(Seat seat, long offer) {
        return offer == 0 ? -1 : desks.waitedNanos(seat.member.id, offer);
    }

    void roundTrip(Seat seat, long nanos) {
        desks.roundTrip(seat.member.id, nanos);
    }

    /** A heartbeat and its answer took so long on their ways. */
    void distance(Seat seat, long roundTripNanos) {
        desks.distance(seat.member.id, roundTripNanos);
    }

    /** A result is here; the answer is to be run, on any thread, when the application has taken it. */
    Runnable arrived(Seat seat, long offer, Roll roll, long nowNanos) {
        long inFile = files.arrived(seat, offer);
        Long granted = seat.granted.remove(offer);
        long inMemory = granted == null || inFile > 0 ? 0 : granted;
        if (granted != null) {
            desks.delivered(seat.member.id, offer, nowNanos);
            pump(roll, nowNanos);
        }
        return () -> {
            files.accepted(inFile);
            openBytes.addAndGet(-inMemory);
        };
    }

    /** The session is over: nothing of what it was granted will come. */
    void gone(Seat seat) {
        desks.gone(seat.member.id);
        forget(seat);
    }

    private void forget(Seat seat) {
        seat.granted.forEach((offer, bytes) -> openBytes.addAndGet(files.has(seat, offer) ? 0 : -bytes));
        seat.granted.clear();
        files.gone(seat);
    }

    /** The cycle is over: what was offered is not wanted any more. */
    void cycleOver(Roll roll) {
        for (Seat seat : roll.seats()) {
            desks.withdrawn(seat.member.id);
            forget(seat);
        }
    }

    /** Looks at how the transfers get on; a few times a second. */
    void tick(Roll roll, long nowNanos) {
        for (Seat seat : roll.seats()) {
            Iterator<Map.Entry<Long, Long>> first = seat.granted.entrySet().iterator();
            if (first.hasNext()) {
                long received = seat.session.counters().bytesReceived();
                Map.Entry<Long, Long> entry = first.next(); // a session sends one after the other
                if (entry.getKey() != seat.watchedOffer) {
                    seat.watchedOffer = entry.getKey();
                    seat.watchedFromBytes = received;
                }
                long soFar = Math.min(entry.getValue() - 1, received - seat.watchedFromBytes);
                desks.progressed(seat.member.id, entry.getKey(), soFar, nowNanos);
            }
        }
        pump(roll, nowNanos);
    }

    private void pump(Roll roll, long nowNanos) {
        for (FileGrants.Offered next = files.next(); next != null; next = files.next()) {
            admit(next.seat(), next.offer(), nowNanos);
        }
        if (desks.waiting() == 0) {
            return;
        }
        for (dev.sluice.model.collect.Offer offer : desks.grant(budgetBytes - openBytes.get(), nowNanos)) {
            Seat seat = roll.seat(offer.worker());
            if (seat != null) {
                seat.granted.put(offer.id(), offer.bytes());
                openBytes.addAndGet(files.has(seat, offer.id()) ? 0 : offer.bytes());
                grantedResults++;
                grantedBytes += offer.bytes();
                seat.session.send(new Grant(offer.id()));
            }
        }
        most = Math.max(most, desks.outstanding());
    }

    /** For the report; times from the start of the run. */
    public Summary summary(long startNanos) {
        List<GrantChange> changes =
                desks.history().stream().map(change -> change.since(startNanos)).toList();
        return new Summary(mode, grantedResults, grantedBytes, most, changes);
    }

    /**
     * What was granted in the run.
     *
     * @param most results on the way at once
     * @param history how the number of grants was changed, oldest first
     */
    public record Summary(GrantMode mode, long results, long bytes, int most, List<GrantChange> history) {}
}
