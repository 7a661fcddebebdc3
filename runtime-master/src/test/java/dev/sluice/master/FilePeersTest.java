package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InputFile;
import dev.sluice.master.files.FileExchange;
import dev.sluice.master.files.Jars;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.SluiceException;
import dev.sluice.model.WorkerId;
import dev.sluice.net.files.Download;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.peer.PeerFiles;
import dev.sluice.net.peer.PeerNetwork;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.net.virtual.VirtualLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that workers fetch from each other: a master's exchange and the workers' parts in it, in virtual time. */
class FilePeersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long DELAY_NANOS = 1_000_000L;
    private static final int PIECES = 2;
    private static final int SIZE = (PIECES - 1) * Download.PIECE_BYTES + 17;

    @TempDir
    Path directory;

    private final VirtualLoop loop = new VirtualLoop();
    private final VirtualLink.Buffers buffers = new VirtualLink.Buffers();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Node> listening = new HashMap<>();

    private byte[] content;
    private Jars jars;
    private FileExchange exchange;
    private long fromMaster;

    /** Pieces that the master sends before it waits to be released. */
    private int piecesSent = Integer.MAX_VALUE;

    private final Map<Session, Deque<Fetch>> held = new LinkedHashMap<>();

    @BeforeEach
    void write() throws IOException {
        content = new byte[SIZE];
        new Random(1).nextBytes(content);
        jars = Terms.jars()
                .with(RunInputs.of(List.of(InputFile.of(Files.write(directory.resolve("big"), content))), 0));
        exchange = new FileExchange(loop, Runnable::run, told(), Map.of());
    }

    @AfterEach
    void check() {
        nodes.forEach(Node::die);
        loop.advance(60 * SECOND);
        assertThat(buffers.held()).isEmpty();
    }

    /** The files as a master of another machine describes them. */
    private InputFiles told() {
        return new InputFiles(
                jars.info().files().files().stream()
                        .map(file -> new FileInfo(
                                file.name(), file.sha256(), file.size(), file.unpack(), false, file.path(), "other"))
                        .toList(),
                0,
                true);
    }

    /** The master's end of the session of one worker. */
    private final class Master implements SessionListener {
        private final FileExchange.Worker worker;

        Master(FileExchange.Worker worker) {
            this.worker = worker;
        }

        @Override
        public void opened(Session session) {}

        @Override
        public void received(Session session, Message message) {
            if (message instanceof Register) {
                session.send(new Registered(
                        worker.id(),
                        Terms.RUN,
                        1,
                        SECOND,
                        1 << 20,
                        jars.info(),
                        List.of(),
                        0,
                        UnitTerms.NONE,
                        List.of(),
                        0));
            } else if (message instanceof FileNews news) {
                assertThat(exchange.news(worker, session, news)).isTrue();
            } else if (message instanceof PeerReady ready) {
                exchange.ready(worker, session, ready);
            } else if (message instanceof Fetch fetch && piecesSent > 0) {
                piecesSent--;
                serve(session, fetch);
            } else if (message instanceof Fetch fetch) {
                held.computeIfAbsent(session, any -> new ArrayDeque<>()).add(fetch);
            }
        }

        @Override
        public void closed(Session session, Closing why) {
            exchange.gone(worker.id());
            held.remove(session);
        }
    }

    private void serve(Session session, Fetch fetch) {
        Payload bytes =
                jars.part(fetch.sha256(), fetch.offset(), fetch.length()).orElseThrow();
        fromMaster += bytes.size();
        session.send(new FilePart(fetch.sha256(), fetch.offset(), bytes));
    }

    /** The master sends everything from now on. */
    private void release() {
        piecesSent = Integer.MAX_VALUE;
        held.forEach((session, fetches) -> fetches.forEach(fetch -> serve(session, fetch)));
        held.clear();
    }

    /** A worker on a host of its own. */
    private final class Node implements PeerNetwork, SessionListener {
        private final int number;
        private final String address;
        private final FileArrival arrival;
        private final PeerFiles peers;
        private final VirtualLink toMaster = new VirtualLink(loop, buffers, Role.WORKER, DELAY_NANOS);
        private final List<VirtualLink> toPeers = new ArrayList<>();
        private final List<String> asked = new ArrayList<>();
        private @Nullable PeerListen terms;
        private SessionListener.@Nullable Factory sessions;
        private boolean blocked;
        private boolean refusing;
        private boolean lying;
        private boolean ready;
        private @Nullable SluiceException failure;

        Node(int number, String address) {
            this.number = number;
            this.address = address;
            this.arrival = new FileArrival(
                    new FileStore(directory.resolve("host" + number), FileStore.Terms.USUAL),
                    loop,
                    Runnable::run,
                    () -> ready = true,
                    why -> failure = why);
            this.peers = new PeerFiles(loop, this, arrival);
            arrival.watch(peers);
            arrival.origin(peers);
            nodes.add(this);
        }

        Node join() {
            toMaster.open(
                    this,
                    session -> new Master(new FileExchange.Worker(new WorkerId(number), "host" + number, address)));
            return this;
        }

        @Override
        public void listen(PeerListen given, SessionListener.Factory factory, Consumer<PeerReady> answer) {
            if (blocked) {
                answer.accept(PeerReady.CANNOT);
                return;
            }
            terms = given;
            sessions = factory;
            listening.put(address, this);
            loop.schedule(DELAY_NANOS, () -> answer.accept(new PeerReady(List.of(), 7)));
        }

        @Override
        public void dial(InetSocketAddress to, FileSource.Door door, SessionListener listener) {
            asked.add(to.getHostString());
            Node source = listening.get(to.getHostString());
            PeerListen theirs = source == null ? null : source.terms;
            SessionListener.Factory factory = source == null ? null : source.sessions;
            if (theirs == null
                    || factory == null
                    || source.refusing
                    || !theirs.secret().equals(door.secret())
                    || !theirs.identity().fingerprint().equals(door.fingerprint())) {
                VirtualLink.refuse(loop, DELAY_NANOS, listener);
                return;
            }
            VirtualLink link = new VirtualLink(loop, buffers, Role.PEER, DELAY_NANOS);
            toPeers.add(link);
            source.toPeers.add(link);
            link.open(source.lying ? new LyingPeer(listener) : listener, factory);
        }

        @Override
        public void close() {
            listening.remove(address);
        }

        @Override
        public void opened(Session session) {
            session.send(
                    Register.ofSlots("host" + number, 1, "test", number, number, List.of(), List.of(), -1, List.of()));
        }

        @Override
        public void received(Session session, Message message) {
            if (message instanceof Registered) {
                peers.begin(session, told());
                arrival.begin(session, told());
            } else if (message instanceof FilePart part) {
                arrival.received(part);
            } else {
                assertThat(peers.received(message)).isTrue();
            }
            message.release();
        }

        @Override
        public void closed(Session session, Closing why) {
            arrival.lost();
            peers.lost();
        }

        /** The process ends, and its connections with it. */
        void die() {
            listening.remove(address);
            toPeers.forEach(VirtualLink::cut);
            toMaster.cut();
            arrival.close();
            peers.close();
        }

        /** Bytes of the file that are here before it is complete. */
        long received() throws IOException {
            try (Stream<Path> all = Files.list(directory.resolve("host" + number))) {
                Path part = all.filter(path -> path.toString().endsWith(".part"))
                        .findFirst()
                        .orElseThrow();
                return Files.size(part);
            }
        }

        void has(byte[] bytes) {
            assertThat(failure).isNull();
            assertThat(ready).as("host %s has the file", number).isTrue();
            assertThat(arrival.byName().get("big")).hasBinaryContent(bytes);
        }
    }

    private Node node(int number) {
        return new Node(number, "10.0.0." + number);
    }

    private List<Node> join(int count) {
        List<Node> all = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            all.add(node(i).join());
        }
        return all;
    }

    private void awaitAll() {
        loop.runUntil(() -> nodes.stream().allMatch(node -> node.ready || node.failure != null), 600 * SECOND);
    }

    @Test
    void shouldCarryTheFileOnceForAGroupOfHosts() throws IOException {
        List<Node> all = join(6);
        awaitAll();
        for (Node each : all) {
            each.has(content);
        }
        assertThat(fromMaster).isEqualTo(SIZE);
        assertThat(all.stream().mapToInt(each -> each.asked.size()).sum()).isEqualTo(5);
    }

    @Test
    void shouldPassPiecesOnWhileTheyArrive() throws IOException {
        piecesSent = 1;
        List<Node> all = join(3);
        loop.advance(SECOND);
        for (Node each : all) {
            assertThat(each.ready).isFalse();
            assertThat(each.received()).isEqualTo(Download.PIECE_BYTES);
        }
        release();
        awaitAll();
        all.forEach(each -> each.has(content));
        assertThat(fromMaster).isEqualTo(SIZE);
    }

    @Test
    void shouldNotListenForOneHostAlone() {
        Node first = node(1).join();
        new Node(2, "192.168.7.1").join();
        awaitAll();
        assertThat(listening).isEmpty();
        assertThat(first.asked).isEmpty();
        assertThat(fromMaster).isEqualTo(2L * SIZE);
    }

    @Test
    void shouldGroupHostsByTheNetworkView() {
        exchange = new FileExchange(loop, Runnable::run, told(), Map.of("host1", "line", "192.168.7.1", "line"));
        node(1).join();
        new Node(2, "192.168.7.1").join();
        node(3).join();
        awaitAll();
        assertThat(nodes).allMatch(node -> node.ready);
        assertThat(fromMaster).as("for 1 and 2 together, and for 3").isEqualTo(2L * SIZE);
    }

    @Test
    void shouldTakeTheFileFromAHostThatHadIt() {
        Node early = node(1).join();
        awaitAll();
        Node late = node(2).join();
        awaitAll();
        late.has(content);
        assertThat(late.asked).containsExactly(early.address);
        assertThat(fromMaster).isEqualTo(SIZE);
    }

    @Test
    void shouldGoOnFromAnotherSourceWhenOneDies() {
        piecesSent = 1;
        List<Node> all = join(4);
        loop.advance(SECOND);
        Node third = all.get(2);
        Node dead = all.get(1);
        assertThat(third.asked).containsExactly(dead.address);
        dead.die();
        nodes.remove(dead);
        loop.advance(SECOND);
        release();
        awaitAll();
        nodes.forEach(each -> each.has(content));
        assertThat(third.asked).hasSize(2);
        assertThat(fromMaster).as("no piece came twice").isEqualTo(SIZE);
    }

    @Test
    void shouldGoOnFromTheMasterWhenTheFirstReceiverDies() {
        piecesSent = 1;
        List<Node> all = join(2);
        loop.advance(SECOND);
        all.get(0).die();
        nodes.remove(all.get(0));
        loop.advance(SECOND);
        release();
        awaitAll();
        all.get(1).has(content);
        assertThat(fromMaster).as("no piece came twice").isEqualTo(SIZE);
    }

    @Test
    void shouldTurnFromASilentSource() {
        node(1).join();
        awaitAll();
        Node late = node(2).join();
        loop.runUntil(() -> !late.toPeers.isEmpty(), 10 * SECOND);
        late.toPeers.forEach(VirtualLink::hold);
        loop.advance(9 * SECOND);
        assertThat(late.ready).isFalse();
        assertThat(fromMaster).isEqualTo(SIZE);
        awaitAll();
        late.has(content);
        assertThat(fromMaster).isEqualTo(2L * SIZE);
    }

    @Test
    void shouldWaitForASourceThatWaitsItself() {
        piecesSent = 1;
        Node first = node(1).join();
        Node second = node(2).join();
        loop.advance(300 * SECOND);
        assertThat(second.asked).containsExactly(first.address);
        release();
        awaitAll();
        second.has(content);
        assertThat(fromMaster).isEqualTo(SIZE);
    }

    @Test
    void shouldRefuseWrongBytesAndNotAskTheirSourceAgain() {
        Node liar = node(1).join();
        awaitAll();
        liar.lying = true;
        Node second = node(2).join();
        awaitAll();
        second.has(content);
        assertThat(second.asked).containsExactly(liar.address);
        assertThat(fromMaster).isEqualTo(2L * SIZE);

        Node third = node(3).join();
        awaitAll();
        third.has(content);
        assertThat(third.asked).containsExactly(second.address);
        try (Stream<Path> left = Files.list(directory.resolve("host2"))) {
            assertThat(left.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldFallBackToTheMasterWhenThePortIsRefused() {
        Node first = node(1).join();
        awaitAll();
        first.refusing = true;
        Node second = node(2).join();
        awaitAll();
        second.has(content);
        assertThat(second.asked).containsExactly(first.address);
        assertThat(fromMaster).isEqualTo(2L * SIZE);
    }

    @Test
    void shouldFetchFromTheMasterWhereNobodyCanListen() {
        List<Node> all = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            Node node = node(i);
            node.blocked = true;
            all.add(node.join());
        }
        awaitAll();
        all.forEach(each -> each.has(content));
        assertThat(fromMaster).isEqualTo(3L * SIZE);
    }

    @Test
    void shouldNotWaitForEverForAWorkerThatNeverSaysThatItListens() {
        Node first = node(1).join();
        awaitAll();
        first.toMaster.lose(PeerReady.class);
        Node second = node(2).join();
        awaitAll();
        second.has(content);
        assertThat(fromMaster).isEqualTo(2L * SIZE);
    }
}
