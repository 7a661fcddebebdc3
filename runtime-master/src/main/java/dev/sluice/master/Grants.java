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
    long offerAbove(Session session, WorkerRegistry registry) {
        return limited(session) ? LargeResults.ABOVE_BYTES : registry.windowBytes();
    }

    private boolean limited(Session session) {
        return mode.kind() != GrantMode.Kind.OFF && !session.loopback();
    }

    void offered(WorkerConnection connection, Offer offer, WorkerRegistry registry, long nowNanos) {
        if (offer.bytes() > registry.windowBytes()) {
            files.offered(connection, offer);
        } else {
            admit(connection, offer, nowNanos);
        }
        pump(registry, nowNanos);
    }

    /** There is room for it; the link may still have to wait. */
    private void admit(WorkerConnection connection, Offer offer, long nowNanos) {
        if (limited(connection.session)) {
            book.offered(
                    new dev.sluice.model.collect.ResultOffer(
                            connection.entry.id, offer.offer(), offer.bytes(), offer.urgent()),
                    nowNanos);
        } else {
            connection.session.send(new Grant(offer.offer()));
        }
    }

    /** How long what comes had waited for its grant [ns]; -1 where it needed none. */
    long waitedNanos(WorkerConnection connection, long offer) {
        return book.waitedNanos(connection.entry.id, offer);
    }

    void roundTrip(WorkerConnection connection, long nanos) {
        book.roundTrip(connection.entry.id, nanos);
    }

    /** A heartbeat and its answer took so long on their ways. */
    void distance(WorkerConnection connection, long roundTripNanos) {
        book.distance(connection.entry.id, roundTripNanos);
    }

    /** A result is here; the answer is to be run, on any thread, when the application has taken it. */
    Runnable arrived(WorkerConnection connection, long offer, WorkerRegistry registry, long nowNanos) {
        long inFile = files.arrived(connection, offer);
        long inMemory = book.arrived(connection.granted, offer, nowNanos);
        pump(registry, nowNanos);
        return () -> {
            files.accepted(inFile);
            acceptedBytes.addAndGet(inMemory);
        };
    }

    /** The session is over: nothing of what it was granted will come. */
    void gone(WorkerConnection connection) {
        book.gone(connection.granted);
        files.gone(connection);
    }

    /** The cycle is over: what was offered is not wanted any more. */
    void cycleOver(WorkerRegistry registry) {
        for (WorkerConnection connection : registry.connections()) {
            book.withdrawn(connection.granted);
            files.gone(connection);
        }
    }

    /** Looks at how the transfers get on; a few times a second. */
    void tick(WorkerRegistry registry, long nowNanos) {
        for (WorkerConnection connection : registry.connections()) {
            if (!connection.granted.isEmpty()) {
                long received = connection.session.counters().bytesReceived();
                long oldest = connection.granted.oldest();
                if (oldest != connection.watchedOffer) {
                    connection.watchedOffer = oldest;
                    connection.watchedFromBytes = received;
                }
                book.progressed(connection.granted, received - connection.watchedFromBytes, nowNanos);
            }
        }
        pump(registry, nowNanos);
    }

    private void pump(WorkerRegistry registry, long nowNanos) {
        for (FileGrants.Offered next = files.next(); next != null; next = files.next()) {
            admit(next.connection(), next.offer(), nowNanos);
        }
        book.accepted(acceptedBytes.getAndSet(0));
        for (dev.sluice.model.collect.ResultOffer offer : book.grant(nowNanos)) {
            WorkerConnection connection = registry.connection(offer.worker());
            if (connection != null) {
                book.granted(connection.granted, offer, files.has(connection, offer.id()) ? 0 : offer.bytes());
                connection.session.send(new Grant(offer.id()));
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
