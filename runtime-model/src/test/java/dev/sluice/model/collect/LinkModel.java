package dev.sluice.model.collect;

import dev.sluice.model.WorkerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Senders whose results share one port of the master, in virtual time. Each sender has one connection, on which its
 * granted results follow each other. Active connections share the port evenly; each is limited by its window divided by
 * the round trip.
 */
final class LinkModel {
    static final double MBIT = 1e6 / 8 / 1e9; // bytes per nanosecond
    private static final long PART = 256 << 10;
    private static final long REDRAW_NANOS = 20_000_000;
    private static final long PAUSE_NANOS = 700_000_000;

    /** Capacity of the port with this many active connections [bytes/ns]. */
    interface Capacity {
        double rate(int connections, long nowNanos, SplittableRandom random);
    }

    /**
     * How long a connection is silent at its start and after a part, because its retransmission timer runs; 0 if no
     * packet was lost.
     */
    interface Timeouts {
        long nanos(int connections, SplittableRandom random);
    }

    record Path(long roundTripNanos, double connectionRate, Capacity capacity, Timeouts timeouts) {
        static Path clean(long roundTripNanos, double connectionMbits, double portMbits) {
            return new Path(
                    roundTripNanos, connectionMbits * MBIT, (n, now, random) -> portMbits * MBIT, (n, random) -> 0);
        }
    }

    record Load(int senders, int openEach, int resultsEach, long bytes) {}

    private record Timed(long nanos, Runnable action) {}

    private static final class Connection {
        final WorkerId worker;
        final Deque<Long> granted = new ArrayDeque<>();
        int offered;
        double left;
        long told;
        long silentUntil;

        Connection(int number) {
            worker = new WorkerId(number);
        }
    }

    private final Path path;
    private final Load load;
    private final GrantDesk desk;
    private final int fixed;
    private final SplittableRandom random;
    private final PriorityQueue<Timed> agenda = new PriorityQueue<>(Comparator.comparingLong(Timed::nanos));
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<ResultOffer> queue = new ArrayDeque<>();
    private int onTheWay;
    private long offers;
    private int delivered;
    private long now = -5_000_000_000L;
    int mostOutstanding;
    int highestLimit;

    private LinkModel(Path path, Load load, GrantDesk desk, int fixed, long seed) {
        this.path = path;
        this.load = load;
        this.desk = desk;
        this.fixed = fixed;
        this.random = new SplittableRandom(seed);
        desk.roundTrip(path.roundTripNanos);
    }

    static LinkModel with(GrantDesk desk, Path path, Load load, long seed) {
        return new LinkModel(path, load, desk, 0, seed);
    }

    /** Goodput with a fixed number of grants [bytes/ns]. */
    static double fixed(int grants, Path path, Load load, long seed) {
        return fixed(grants, path, load, 1, seed);
    }

    /** Goodput with a fixed number of grants in so many cycles [bytes/ns]. */
    static double fixed(int grants, Path path, Load load, int cycles, long seed) {
        return new LinkModel(path, load, new GrantDesk(GrantMode.OFF, GrantConfig.DEFAULT), grants, seed).run(cycles);
    }

    /** The best goodput that any fixed number of grants has in so many cycles [bytes/ns]. */
    static double bestFixed(Path path, Load load, int cycles, long seed) {
        double best = 0;
        for (int grants = 1; grants <= load.senders; grants++) {
            best = Math.max(best, fixed(grants, path, load, cycles, seed));
        }
        return best;
    }

    /**
     * Sends all results repeatedly, with a pause for computing in between. Returns the goodput without the pauses
     * [bytes/ns].
     */
    double run(int cycles) {
        long nanos = 0;
        for (int cycle = 0; cycle < cycles; cycle++) {
            connections.clear();
            delivered = 0;
            nanos += send();
            connections.forEach(connection -> desk.withdrawn(connection.worker));
            now += PAUSE_NANOS;
            grant();
        }
        return (double) cycles * load.senders * load.resultsEach * load.bytes / nanos;
    }

    /** Sends all results, and returns the goodput [bytes/ns]. */
    double run() {
        return (double) load.senders * load.resultsEach * load.bytes / send();
    }

    /** Sends all results, and returns the duration [ns]. */
    private long send() {
        long start = now;
        for (int number = 1; number <= load.senders; number++) {
            Connection connection = new Connection(number);
            connection.silentUntil = now;
            connections.add(connection);
            for (int i = 0; i < load.openEach; i++) {
                offerNext(connection);
            }
        }
        int all = load.senders * load.resultsEach;
        for (long steps = 0; delivered < all; steps++) {
            if (steps > 20_000_000) {
                throw new AssertionError("stands still with " + delivered + " of " + all + " at " + now);
            }
            step();
        }
        return now - start;
    }

    private void offerNext(Connection connection) {
        if (connection.offered < load.resultsEach) {
            connection.offered++;
            long id = ++offers;
            ResultOffer offer = new ResultOffer(connection.worker, id, load.bytes, false);
            agenda.add(new Timed(now + path.roundTripNanos / 2, () -> {
                desk.offered(offer, now);
                queue.addLast(offer);
                grant();
            }));
        }
    }

    private void grant() {
        List<ResultOffer> granted = new ArrayList<>();
        if (fixed == 0) {
            granted.addAll(desk.grant(Long.MAX_VALUE, now));
            mostOutstanding = Math.max(mostOutstanding, desk.outstanding());
            highestLimit = Math.max(highestLimit, desk.limit());
        } else {
            while (onTheWay + granted.size() < fixed && !queue.isEmpty()) {
                granted.add(queue.removeFirst());
            }
        }
        onTheWay += granted.size();
        for (ResultOffer offer : granted) {
            agenda.add(new Timed(now + path.roundTripNanos, () -> {
                Connection connection = connections.get(offer.worker().number() - 1);
                connection.granted.addLast(offer.id());
                if (connection.granted.size() == 1) {
                    connection.left = load.bytes;
                    connection.told = 0;
                    connection.silentUntil =
                            Math.max(connection.silentUntil, now + path.timeouts.nanos(busy(), random));
                }
            }));
        }
    }

    private int busy() {
        return (int) connections.stream().filter(one -> !one.granted.isEmpty()).count();
    }

    private void step() {
        List<Connection> sending = new ArrayList<>();
        long until = now + REDRAW_NANOS;
        for (Connection connection : connections) {
            if (!connection.granted.isEmpty() && connection.silentUntil <= now) {
                sending.add(connection);
            } else if (connection.silentUntil > now) {
                until = Math.min(until, connection.silentUntil);
            }
        }
        double rate = sending.isEmpty()
                ? 0
                : Math.min(path.connectionRate, path.capacity.rate(sending.size(), now, random) / sending.size());
        for (Connection connection : sending) {
            until = Math.min(until, now + Math.max(1, (long) Math.ceil(toNextPart(connection) / rate)));
        }
        if (!agenda.isEmpty()) {
            until = Math.min(until, agenda.peek().nanos);
        }
        long wake = fixed == 0 ? desk.nextWakeNanos(now) : Long.MAX_VALUE;
        until = Math.max(now, Math.min(until, wake));
        for (Connection connection : sending) {
            connection.left -= rate * (until - now);
        }
        now = until;
        for (Connection connection : sending) {
            arrive(connection, sending.size());
        }
        while (!agenda.isEmpty() && agenda.peek().nanos <= now) {
            agenda.remove().action.run();
        }
        if (wake <= now) {
            grant();
        }
    }

    private double toNextPart(Connection connection) {
        return Math.max(0, connection.left - (load.bytes - Math.min(load.bytes, connection.told + PART)));
    }

    private void arrive(Connection connection, int sending) {
        if (toNextPart(connection) > 1e-3) {
            return;
        }
        connection.told = Math.min(load.bytes, connection.told + PART);
        long id = connection.granted.element();
        connection.silentUntil = now + path.timeouts.nanos(sending, random);
        if (connection.told < load.bytes) {
            desk.progressed(connection.worker, id, connection.told, now);
            return;
        }
        connection.granted.removeFirst();
        connection.left = load.bytes;
        connection.told = 0;
        delivered++;
        onTheWay--;
        desk.delivered(connection.worker, id, now);
        offerNext(connection);
        grant();
    }
}
