package dev.sluice.net.peer;

import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Residence;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's part in the messages that parts of a state exchange: serves those that its process keeps, and fetches
 * from other workers. One session to each of them stays open. A message is fetched like a file whose name is its
 * number; an empty piece says that it is not there. Confined to the loop, but for the methods of {@link Residence.Way}.
 */
final class NeighbourMessages implements Residence.Way {
    private static final Logger log = LoggerFactory.getLogger(NeighbourMessages.class);

    /** Time without a byte after which a worker counts as lost [ns]. */
    static final long SILENCE_NANOS = 10_000_000_000L;

    private static final long CHECK_NANOS = 1_000_000_000L;
    private static final int PIECE_BYTES = 1 << 20;
    private static final int DIGITS = 64;
    private static final Codec<Place> PLACES = Codecs.of(Place.class);

    private final Loop loop;
    private final PeerNetwork network;
    private final LongFunction<Optional<byte[]>> kept;
    private final Map<ByteBuffer, Neighbour> neighbours = new HashMap<>();
    private volatile byte[] place = {};
    private boolean closed;

    /**
     * The place where a worker listens.
     *
     * @param machine {@link ThisHost#machine}
     */
    private record Place(
            String machine, List<String> hosts, int port, String fingerprint, byte[] secret, boolean insecure) {}

    /** @param kept the message of this number that this process keeps */
    NeighbourMessages(Loop loop, PeerNetwork network, LongFunction<Optional<byte[]>> kept) {
        this.loop = loop;
        this.network = network;
        this.kept = kept;
    }

    // ---- to others

    /** This worker listens with these terms, or cannot. */
    void listens(PeerListen terms, PeerReady ready) {
        if (ready.port() == 0) {
            place = new byte[0];
            return;
        }
        HeapEncoder encoder = new HeapEncoder();
        PLACES.encode(
                new Place(
                        ThisHost.machine(),
                        terms.insecure() ? List.of() : ready.hosts(),
                        ready.port(),
                        terms.identity().fingerprint(),
                        terms.secret().bytes(),
                        terms.insecure()),
                encoder);
        place = encoder.toBytes();
    }

    @Override
    public byte[] place() {
        return place;
    }

    /** Answers a request; false if it is of no message. */
    boolean serve(Session to, Fetch asked) {
        if (!asked.sha256().startsWith(name(0).substring(0, DIGITS - 16))) {
            return false;
        }
        byte[] value = kept.apply(number(asked.sha256())).orElse(new byte[0]);
        int from = (int) Math.min(asked.offset(), value.length);
        int length = Math.min(asked.length(), value.length - from);
        to.send(new FilePart(asked.sha256(), from, Payload.wrap(ByteBuffer.wrap(value, from, length))));
        return true;
    }

    private static String name(long number) {
        return "0".repeat(DIGITS - 16) + String.format("%016x", number);
    }

    private static long number(String name) {
        return Long.parseUnsignedLong(name.substring(DIGITS - 16), 16);
    }

    // ---- from others

    @Override
    public CompletableFuture<byte[]> fetch(byte[] from, long number, int length) {
        CompletableFuture<byte[]> value = new CompletableFuture<>();
        loop.post(() -> {
            if (closed || length < 1) {
                value.completeExceptionally(new IOException(closed ? "this worker leaves" : "a message without bytes"));
                return;
            }
            Neighbour neighbour = neighbours.get(ByteBuffer.wrap(from));
            if (neighbour == null) {
                neighbour = new Neighbour(from);
                neighbours.put(ByteBuffer.wrap(from), neighbour);
                neighbour.dial();
            }
            neighbour.ask(number, new Coming(length, value));
        });
        return value;
    }

    /** Fetches nothing any more. */
    void close() {
        closed = true;
        List.copyOf(neighbours.values()).forEach(each -> each.fail("this worker leaves"));
    }

    private static List<InetSocketAddress> addresses(Place place) {
        List<String> hosts = new ArrayList<>();
        if (place.machine().equals(ThisHost.machine())) {
            hosts.add("127.0.0.1");
        }
        hosts.addAll(place.hosts());
        return hosts.stream()
                .limit(16)
                .map(host -> InetSocketAddress.createUnresolved(host, place.port()))
                .toList();
    }

    /** A message as far as it is here. */
    private static final class Coming {
        private final int length;
        private final CompletableFuture<byte[]> value;
        private byte[] bytes = {};
        private int received;

        Coming(int length, CompletableFuture<byte[]> value) {
            this.length = length;
            this.value = value;
        }

        Fetch next(long number) {
            return new Fetch(name(number), received, Math.min(PIECE_BYTES, length - received));
        }

        /** Takes a piece; false if it is not the next one. */
        boolean takes(FilePart part) {
            long size = part.bytes().size();
            if (part.offset() != received || size == 0 || size > length - received) {
                return false;
            }
            if (received == 0) {
                bytes = new byte[length];
            }
            for (ByteBuffer each : part.bytes().buffers()) {
                int count = each.remaining();
                each.get(bytes, received, count);
                received += count;
            }
            return true;
        }
    }

    /** Another worker, and what is fetched from it. */
    private final class Neighbour implements SessionListener {
        private final byte[] from;
        private final Map<Long, Coming> coming = new LinkedHashMap<>();
        private @Nullable Session session;
        private long heardNanos = loop.nanoTime();
        private boolean watched;
        private boolean over;

        Neighbour(byte[] from) {
            this.from = from;
        }

        void dial() {
            try {
                Place there = new Decoder(ByteBuffer.wrap(from)).readAll(PLACES);
                List<InetSocketAddress> addresses = addresses(there);
                if (!addresses.isEmpty()) {
                    dial(
                            new FileSource.Door(
                                    addresses, there.fingerprint(), Secret.of(there.secret()), there.insecure()),
                            0);
                    return;
                }
            } catch (CodecException | IllegalArgumentException e) {
                log.debug("a worker without a place: {}", e.toString());
            }
            loop.post(() -> fail("no other worker connects to it"));
        }

        private void dial(FileSource.Door door, int number) {
            Neighbour itself = this;
            network.dial(door.addresses().get(number), door, new SessionListener() {
                @Override
                public void opened(Session open) {
                    itself.opened(open);
                }

                @Override
                public void received(Session open, Message message) {
                    itself.received(open, message);
                }

                @Override
                public void coming(Session open) {
                    itself.coming(open);
                }

                @Override
                public void closed(Session gone, Closing why) {
                    if (session == null
                            && !over
                            && number + 1 < door.addresses().size()) {
                        dial(door, number + 1);
                    } else {
                        itself.closed(gone, why);
                    }
                }
            });
        }

        void ask(long number, Coming wanted) {
            if (coming.isEmpty()) {
                heardNanos = loop.nanoTime();
            }
            Coming earlier = coming.put(number, wanted);
            if (earlier != null) { // asked for again, after steps were repeated
                earlier.value.completeExceptionally(new IOException("asked for again"));
            }
            Session open = session;
            if (open != null) {
                open.send(wanted.next(number));
            }
            if (!watched) {
                watched = true;
                loop.schedule(CHECK_NANOS, this::check);
            }
        }

        private void check() {
            watched = !over && !coming.isEmpty();
            if (watched && loop.nanoTime() - heardNanos > SILENCE_NANOS) {
                fail("the worker is silent");
            } else if (watched) {
                loop.schedule(CHECK_NANOS, this::check);
            }
        }

        @Override
        public void opened(Session open) {
            if (over) {
                open.close();
                return;
            }
            session = open;
            heardNanos = loop.nanoTime();
            coming.forEach((number, wanted) -> open.send(wanted.next(number)));
        }

        @Override
        public void coming(Session open) {
            heardNanos = loop.nanoTime();
        }

        @Override
        public void received(Session open, Message message) {
            heardNanos = loop.nanoTime();
            try {
                if (message instanceof FilePart part) {
                    take(open, part);
                }
            } finally {
                message.release();
            }
        }

        private void take(Session open, FilePart part) {
            long number = number(part.sha256());
            Coming wanted = coming.get(number);
            if (wanted == null) {
                return;
            }
            if (!wanted.takes(part)) {
                coming.remove(number);
                wanted.value.completeExceptionally(new IOException("the worker has no such message"));
            } else if (wanted.received == wanted.length) {
                coming.remove(number);
                wanted.value.complete(wanted.bytes);
            } else {
                open.send(wanted.next(number));
            }
        }

        @Override
        public void closed(Session gone, Closing why) {
            fail(why.toString());
        }

        void fail(String why) {
            if (over) {
                return;
            }
            over = true;
            neighbours.remove(ByteBuffer.wrap(from), this);
            Session open = session;
            if (open != null) {
                open.close();
            }
            if (!coming.isEmpty()) {
                log.info("{} messages between parts do not come: {}", coming.size(), why);
            }
            coming.values().forEach(each -> each.value.completeExceptionally(new IOException(why)));
            coming.clear();
        }
    }
}
