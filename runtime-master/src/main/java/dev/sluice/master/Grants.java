package dev.sluice.master;

import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.GrantBook;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import dev.sluice.net.session.Session;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets large results come, as the {@link GrantBook} says, within the budget of bytes for results that are granted and
 * not accepted yet. Workers of this machine, which share no link, ask only for what will lie in a file
 * ({@link FileGrants}). Confined to the master loop.
 */
public final class Grants {
    private final GrantMode mode;
    private final GrantBook book;
    private final FileGrants files;

    /** Bytes that the application has accepted and the book does not know yet. Any thread. */
    private final AtomicLong acceptedBytes = new AtomicLong();

    Grants(GrantMode mode, RunSettings.Budget budget) {
        this.mode = mode;
        this.book = new GrantBook(mode, budget.memoryBytes());
        this.files = new FileGrants(budget.diskBytes());
    }

    /** What to tell a worker that registers: even where no link is shared, what will lie in a file is offered. */
    long offerAbove(Session session, WorkerRegistry roll) {
        return limited(session) ? LargeResults.ABOVE_BYTES : roll.windowBytes();
    }

    private boolean limited(Session session) {
        return mode.kind() != GrantMode.Kind.OFF && !session.loopback();
    }

    void offered(WorkerConnection seat, Offer offer, WorkerRegistry roll, long nowNanos) {
        if (offer.bytes() > roll.windowBytes()) {
            files.offered(seat, offer);
        } else {
            admit(seat, offer, nowNanos);
        }
        pump(roll, nowNanos);
    }

    /** There is room for it; the link may still have to wait. */
    private void admit(WorkerConnection seat, Offer offer, long nowNanos) {
        if (limited(seat.session)) {
            book.offered(
                    new dev.sluice.model.collect.Offer(seat.member.id, offer.offer(), offer.bytes(), offer.urgent()),
                    nowNanos);
        } else {
            seat.session.send(new Grant(offer.offer()));
        }
    }

    /** How long what comes had waited for its grant [ns]; -1 where it needed none. */
    long waitedNanos(WorkerConnection seat, long offer) {
        return book.waitedNanos(seat.member.id, offer);
    }

    void roundTrip(WorkerConnection seat, long nanos) {
        book.roundTrip(seat.member.id, nanos);
    }

    /** A heartbeat and its answer took so long on their ways. */
    void distance(WorkerConnection seat, long roundTripNanos) {
        book.distance(seat.member.id, roundTripNanos);
    }

    /** A result is here; the answer is to be run, on any thread, when the application has taken it. */
    Runnable arrived(WorkerConnection seat, long offer, WorkerRegistry roll, long nowNanos) {
        long inFile = files.arrived(seat, offer);
        long inMemory = book.arrived(seat.granted, offer, nowNanos);
        pump(roll, nowNanos);
        return () -> {
            files.accepted(inFile);
            acceptedBytes.addAndGet(inMemory);
        };
    }

    /** The session is over: nothing of what it was granted will come. */
    void gone(WorkerConnection seat) {
        book.gone(seat.granted);
        files.gone(seat);
    }

    /** The cycle is over: what was offered is not wanted any more. */
    void cycleOver(WorkerRegistry roll) {
        for (WorkerConnection seat : roll.seats()) {
            book.withdrawn(seat.granted);
            files.gone(seat);
        }
    }

    /** Looks at how the transfers get on; a few times a second. */
    void tick(WorkerRegistry roll, long nowNanos) {
        for (WorkerConnection seat : roll.seats()) {
            if (!seat.granted.isEmpty()) {
                long received = seat.session.counters().bytesReceived();
                long oldest = seat.granted.oldest();
                if (oldest != seat.watchedOffer) {
                    seat.watchedOffer = oldest;
                    seat.watchedFromBytes = received;
                }
                book.progressed(seat.granted, received - seat.watchedFromBytes, nowNanos);
            }
        }
        pump(roll, nowNanos);
    }

    private void pump(WorkerRegistry roll, long nowNanos) {
        for (FileGrants.Offered next = files.next(); next != null; next = files.next()) {
            admit(next.seat(), next.offer(), nowNanos);
        }
        book.accepted(acceptedBytes.getAndSet(0));
        for (dev.sluice.model.collect.Offer offer : book.grant(nowNanos)) {
            WorkerConnection seat = roll.seat(offer.worker());
            if (seat != null) {
                book.granted(seat.granted, offer, files.has(seat, offer.id()) ? 0 : offer.bytes());
                seat.session.send(new Grant(offer.id()));
            }
        }
    }

    /** For the report; times from the start of the run. */
    public Summary summary(long startNanos) {
        List<GrantChange> changes =
                book.history().stream().map(change -> change.since(startNanos)).toList();
        return new Summary(mode, book.results(), book.bytes(), book.most(), changes);
    }

    /**
     * What was granted in the run.
     *
     * @param most results on the way at once
     * @param history how the number of grants was changed, oldest first
     */
    public record Summary(GrantMode mode, long results, long bytes, int most, List<GrantChange> history) {}
}
