package dev.sluice.net.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.Wire;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.NoLeaks;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NoLeaks
class SocketPeersTest {
    private static final RunIdentity IDENTITY = RunIdentity.create();
    private static final Secret SECRET = Secret.create();
    private static final String HASH = "ab".repeat(32);
    private static final int BYTES = 1 << 20;

    /** One worker's network, and what it hears. */
    private static final class Worker implements AutoCloseable {
        final Transport transport;
        final SocketPeers peers;
        final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

        Worker(String name) {
            transport = Transport.open(name, 1);
            peers = new SocketPeers(transport);
        }

        /** Listens, and answers each fetch with zeros. */
        PeerReady listen(PeerListen terms) throws Exception {
            CompletableFuture<PeerReady> ready = new CompletableFuture<>();
            transport.loop().execute(() -> peers.listen(terms, session -> new Listener(this), ready::complete));
            return ready.get(60, TimeUnit.SECONDS);
        }

        void dial(int port, String fingerprint, Secret secret, boolean insecure) {
            InetSocketAddress address = InetSocketAddress.createUnresolved("127.0.0.1", port);
            FileSource.Door door = new FileSource.Door(List.of(address), fingerprint, secret, insecure);
            transport.loop().execute(() -> peers.dial(address, door, new Listener(this)));
        }

        <T> T next(Class<T> type) throws InterruptedException {
            Object next = heard.poll(60, TimeUnit.SECONDS);
            assertThat(next).isInstanceOf(type);
            return type.cast(next);
        }

        @Override
        public void close() {
            transport.loop().execute(peers::close);
            transport.close();
        }
    }

    /** Notes what comes. */
    private record Listener(Worker worker) implements SessionListener {
        @Override
        public void opened(Session session) {
            worker.heard.add(session);
        }

        @Override
        public void received(Session session, Message message) {
            if (message instanceof Fetch fetch) {
                session.send(new FilePart(
                        fetch.sha256(), fetch.offset(), Payload.wrap(ByteBuffer.allocate(fetch.length()))));
            } else {
                worker.heard.add(message instanceof FilePart part ? part.bytes().size() : message);
            }
            message.release();
        }

        @Override
        public void closed(Session session, Closing why) {
            worker.heard.add(why);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryPiecesBetweenWorkers(boolean insecure) throws Exception {
        try (Worker source = new Worker("source");
                Worker receiver = new Worker("receiver")) {
            PeerReady ready = source.listen(new PeerListen(IDENTITY, SECRET, insecure));
            receiver.dial(ready.port(), IDENTITY.fingerprint(), SECRET, insecure);
            assertThat(source.next(Session.class).role()).isEqualTo(Role.PEER);
            Session session = receiver.next(Session.class);
            session.send(new Fetch(HASH, 0, BYTES));
            assertThat(receiver.next(Long.class)).isEqualTo(BYTES);
        }
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheSecret() throws Exception {
        try (Worker source = new Worker("source");
                Worker receiver = new Worker("receiver")) {
            PeerReady ready = source.listen(new PeerListen(IDENTITY, SECRET, false));
            receiver.dial(ready.port(), IDENTITY.fingerprint(), Secret.create(), false);
            assertThat(receiver.next(Closing.class).code()).isEqualTo(ErrorCode.WRONG_SECRET);
            assertThat(source.heard).isEmpty();
        }
    }

    @Test
    void shouldNotTrustAnotherCertificate() throws Exception {
        try (Worker source = new Worker("source");
                Worker receiver = new Worker("receiver")) {
            PeerReady ready = source.listen(new PeerListen(RunIdentity.create(), SECRET, false));
            receiver.dial(ready.port(), IDENTITY.fingerprint(), SECRET, false);
            receiver.next(Closing.class);
            assertThat(source.heard).isEmpty();
        }
    }

    @Test
    void shouldTellOfAPortThatIsRefused() throws Exception {
        try (Socket deaf = Wire.deaf();
                Worker receiver = new Worker("receiver")) {
            receiver.dial(deaf.getLocalPort(), IDENTITY.fingerprint(), SECRET, false);
            assertThat(receiver.next(Closing.class).code()).isEqualTo(ErrorCode.CONNECT_FAILED);
        }
    }

    @Test
    void shouldListenWithNewTermsAlone() throws Exception {
        try (Worker source = new Worker("source");
                Worker receiver = new Worker("receiver")) {
            int before = source.listen(new PeerListen(IDENTITY, SECRET, false)).port();
            Secret other = Secret.create();
            int after = source.listen(new PeerListen(IDENTITY, other, false)).port();
            receiver.dial(before, IDENTITY.fingerprint(), SECRET, false);
            receiver.next(Closing.class);
            receiver.dial(after, IDENTITY.fingerprint(), other, false);
            receiver.next(Session.class);
        }
    }
}
