package dev.sluice.master;

import dev.sluice.master.bounds.KeptMemory;
import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.Written;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.GrantBook;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Results;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Grants large results one after the other, as the {@link GrantBook} decides, within the budget of bytes that are
 * granted and not accepted yet. Workers on this machine share no link and only ask for results that go to a file
 * ({@link FileGrants}). Confined to the master loop.
 */
public final class Grants {
    /** A longer time between two ticks is a pause of this process, in which nothing can arrive [ns]. */
    private static final long MOST_TICK_NANOS = 1_000_000_000L;

    private final GrantMode mode;
    private final GrantBook book;
    private final FileGrants files;
    private final KeptMemory memory;

    /** Bytes that the application has accepted and that the book has not counted yet. Any thread. */
    private final AtomicLong acceptedBytes = new AtomicLong();

    private JournalledRun journal = JournalledRun.NONE;
    private long tickNanos;

    Grants(GrantMode mode, RunSettings.Budget budget, KeptMemory memory) {
        this.mode = mode;
        this.book = new GrantBook(mode, budget.memoryBytes());
        this.files = new FileGrants(budget.diskBytes());
        this.memory = memory;
    }

    /** Grants nothing while this journal falls behind. Called before the run starts. */
    void journal(JournalledRun run) {
        journal = run;
    }

    /**
     * Holds a new session to the size above which it offers its results, and returns that size [bytes]. Even without a
     * shared link, results that go to a file are offered.
     */
    long registered(WorkerConnection connection, WorkerRegistry registry) {
        long above = limited(connection.session) ? LargeResults.ABOVE_BYTES : registry.windowBytes();
        connection.account.plain(above);
        connection.session.plainPayload(plainPayload(above));
        return above;
    }

    /** The largest payload of any kind that needs no grant, if results above this size do [bytes]. */
    private static long plainPayload(long offerAboveBytes) {
        return Math.max(offerAboveBytes, LinkProbe.MOST_BYTES);
    }

    private boolean limited(Session session) {
        return mode.kind() != GrantMode.Kind.OFF && !session.loopback();
    }

    /** Takes an offer. A known one may only become urgent, whatever it says now. */
    void offered(WorkerConnection connection, Offer told, WorkerRegistry registry, long nowNanos) {
        if (connection.account.grantedBytes(told.offer()) >= 0) {
            return;
        }
        Offer offer = new Offer(told.offer(), connection.account.offeredBytes(told.offer()), told.urgent());
        boolean large = offer.bytes() > registry.windowBytes();
        Boolean earlier = connection.account.files(offer.offer(), large);
        if (earlier == null && large) {
            files.offered(connection, offer);
        } else if (!Boolean.TRUE.equals(earlier)) {
            admit(connection, offer, nowNanos);
        }
        pump(registry, nowNanos);
    }

    /** Admits an offer for which there is room; the link may still make it wait. */
    private void admit(WorkerConnection connection, Offer offer, long nowNanos) {
        if (limited(connection.session)) {
            book.offered(
                    new dev.sluice.model.collect.ResultOffer(
                            connection.entry.id, offer.offer(), offer.bytes(), offer.urgent()),
                    nowNanos);
        } else {
            grant(connection, offer.offer(), offer.bytes());
        }
    }

    private static void grant(WorkerConnection connection, long offer, long bytes) {
        if (connection.account.grants(offer, bytes)) {
            connection.session.grantPayload(bytes);
            connection.session.send(new Grant(offer));
        }
    }

    /** Time for which an arrived result had waited for its grant [ns]; -1 if it needed none. */
    long waitedNanos(WorkerConnection connection, long offer) {
        return book.waitedNanos(connection.entry.id, offer);
    }

    void roundTrip(WorkerConnection connection, long nanos) {
        book.roundTrip(connection.entry.id, nanos);
    }

    /** Records the round trip of a heartbeat and its answer. */
    void distance(WorkerConnection connection, long roundTripNanos) {
        book.distance(connection.entry.id, roundTripNanos);
    }

    /** Records an arrived result. Run the returned action, on any thread, when the application has accepted it. */
    Runnable arrived(WorkerConnection connection, Results results, WorkerRegistry registry, long nowNanos) {
        long offer = results.offer();
        long size = results.results().size();
        long used = size > plainPayload(connection.account.plainBytes()) ? size : 0;
        connection.session.grantPayload(used - connection.account.grantedBytes(offer)); // it sends no more of it
        connection.account.arrived(offer, memory);
        Runnable inFile = files.arrived(connection, offer);
        long inMemory = book.arrived(connection.granted, offer, nowNanos);
        pump(registry, nowNanos);
        return () -> {
            inFile.run();
            acceptedBytes.addAndGet(inMemory);
        };
    }

    /** Forgets the grants of a session that ended. */
    void gone(WorkerConnection connection) {
        book.gone(connection.granted);
        files.gone(connection);
    }

    /** Drops the offers of a cycle that ended. */
    void cycleOver(WorkerRegistry registry) {
        for (WorkerConnection connection : registry.connections()) {
            connection.account.withdrawn(memory);
            book.withdrawn(connection.granted);
            files.withdrawn(connection);
        }
    }

    /**
     * Checks the progress of the transfers; called a few times a second.
     *
     * @param departure ends a session whose granted results arrive too slowly
     */
    void tick(WorkerRegistry registry, long nowNanos, Departure departure) {
        long sinceNanos = Math.min(MOST_TICK_NANOS, nowNanos - tickNanos);
        tickNanos = nowNanos;
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
            connection.account.allows(registry.windowBytes() + LinkProbe.MOST_BYTES);
            Closing late = SessionBounds.lateness(connection.account, sinceNanos, connection.session.payloadBytes());
            if (late != null) {
                connection.session.refuse(late.code(), late.text());
                departure.closed(connection, late);
            }
        }
        pump(registry, nowNanos);
    }

    private void pump(WorkerRegistry registry, long nowNanos) {
        if (!journal.hasRoom()) {
            return; // the next tick tries again
        }
        int sessions = registry.size();
        for (FileGrants.Offered next = files.next(sessions); next != null; next = files.next(sessions)) {
            admit(next.connection(), next.offer(), nowNanos);
        }
        book.accepted(acceptedBytes.getAndSet(0));
        for (dev.sluice.model.collect.ResultOffer offer : book.grant(nowNanos)) {
            WorkerConnection connection = registry.connection(offer.worker());
            if (connection != null) {
                book.granted(connection.granted, offer, files.has(connection, offer.id()) ? 0 : offer.bytes());
                grant(connection, offer.id(), offer.bytes());
            }
        }
    }

    /** Summary for the report; times count from the start of the run. */
    public Summary summary(long startNanos) {
        List<GrantChange> changes =
                book.history().stream().map(change -> change.since(startNanos)).toList();
        return new Summary(mode, book.results(), book.bytes(), book.most(), changes);
    }

    /**
     * Grants of the run.
     *
     * @param most largest number of results in transit at once
     * @param history changes of the number of grants, oldest first
     */
    public record Summary(
            GrantMode mode,
            @Written("granted") long results,
            @Written("grantedBytes") long bytes,
            @Written("mostAtOnce") int most,
            @Written("changes") List<GrantChange> history) {
        /** Number of times that the congestion control saw a collapse of goodput or a stalled transfer. */
        @Written(after = "most")
        public long events() {
            return history.stream()
                    .filter(each -> each.why() == GrantChange.Why.COLLAPSE || each.why() == GrantChange.Why.STALL)
                    .count();
        }
    }

    /**
     * Admits results that are too large for the memory and go to files, in the order of their offers, when the disk
     * budget has room for them. The budget counts results that are in transit or not accepted yet. Each session has an
     * equal share of it, which a single result may exceed. A single result of all sessions is always admitted, and its
     * session ends if it does not fit. Confined to the master loop, except for the actions that {@link #arrived}
     * returns.
     */
    private static final class FileGrants {
        /** An offer of one session. */
        record Offered(WorkerConnection connection, Offer offer) {}

        /** The results of one session that were granted and not accepted. */
        static final class Share {
            private final AtomicLong openBytes = new AtomicLong();
            private final Map<Long, Long> onTheWay = new HashMap<>();
        }

        private final long mostBytes;
        private final Deque<Offered> waiting = new ArrayDeque<>();
        private final Map<WorkerConnection, Share> shares = new HashMap<>();
        private final AtomicLong openBytes = new AtomicLong();

        /** @param mostBytes limit of results in files [bytes] */
        FileGrants(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        void offered(WorkerConnection connection, Offer offer) {
            waiting.addLast(new Offered(connection, offer));
        }

        /**
         * The next offer to grant; its room is reserved from here on. Null when none can be granted now.
         *
         * @param sessions that share the budget
         */
        @Nullable
        Offered next(int sessions) {
            long share = mostBytes / Math.max(1, sessions);
            for (Iterator<Offered> each = waiting.iterator(); each.hasNext(); ) {
                Offered next = each.next();
                long bytes = next.offer().bytes();
                Share of = shares.computeIfAbsent(next.connection(), connection -> new Share());
                long ofSession = of.openBytes.get();
                if (ofSession > 0 && bytes > share - ofSession) {
                    continue; // the offers of others do not wait for it
                }
                long open = openBytes.get();
                if (open > 0 && bytes > mostBytes - open) {
                    return null;
                }
                each.remove();
                openBytes.addAndGet(bytes);
                of.openBytes.addAndGet(bytes);
                of.onTheWay.put(next.offer().offer(), bytes);
                return next;
            }
            return null;
        }

        /** Tells whether this offer has reserved room and is in transit. */
        boolean has(WorkerConnection connection, long offer) {
            Share of = shares.get(connection);
            return of != null && of.onTheWay.containsKey(offer);
        }

        /** Records that the result arrived. It keeps its room until the returned action is run, on any thread. */
        Runnable arrived(WorkerConnection connection, long offer) {
            Share of = shares.get(connection);
            Long bytes = of == null ? null : of.onTheWay.remove(offer);
            return of == null || bytes == null ? () -> {} : () -> accepted(of, bytes);
        }

        private void accepted(Share of, long bytes) {
            of.openBytes.addAndGet(-bytes);
            openBytes.addAndGet(-bytes);
        }

        /**
         * Forgets the offers of a session that were not granted, also those with room. The granted ones will arrive.
         */
        void withdrawn(WorkerConnection connection) {
            waiting.removeIf(offered -> offered.connection() == connection);
            Share of = shares.get(connection);
            if (of != null) {
                of.onTheWay.entrySet().removeIf(each -> {
                    boolean granted = connection.account.grantedBytes(each.getKey()) >= 0;
                    if (!granted) {
                        accepted(of, each.getValue());
                    }
                    return !granted;
                });
            }
        }

        /** Forgets a session that ended. What arrived of it keeps its room until it is accepted. */
        void gone(WorkerConnection connection) {
            withdrawn(connection);
            Share of = shares.remove(connection);
            if (of != null) {
                of.onTheWay.values().forEach(bytes -> accepted(of, bytes));
            }
        }
    }
}
