package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.net.codec.Samples;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A master and what connects to it, over loopback in one process. */
public final class Wire implements AutoCloseable {
    public static final RunIdentity IDENTITY = RunIdentity.create();
    public static final RunSecrets SECRETS = RunSecrets.create();
    /** The ordinary bounds, but for those of time, which a busy machine exceeds. */
    public static final Limits PATIENT = Records.with(
            Limits.STANDARD,
            "handshakeNanos",
            TimeUnit.MINUTES.toNanos(10),
            "stallNanos",
            TimeUnit.MINUTES.toNanos(10));

    private static final long WAIT_SECONDS = 60;

    public final Transport master;
    public final Transport worker = Transport.open("worker", 1);
    public final BlockingQueue<Peer> accepted = new LinkedBlockingQueue<>();
    public final Endpoint endpoint;
    public final boolean insecure;
    private final LocalSocket socket;

    /** @param kind TLS, TCP or UNIX */
    public Wire(Limits limits, TransportKind kind, int ioThreads) {
        this.insecure = kind == TransportKind.TCP;
        this.master = Transport.open("master", ioThreads);
        ServerConfig config = new ServerConfig(IDENTITY, SECRETS, insecure, limits);
        try {
            if (kind == TransportKind.UNIX) {
                socket = LocalSocket.here(Files.createTempDirectory("wire").resolve("sock"));
                endpoint = master.listen(socket, config, session -> new Peer(accepted));
            } else {
                socket = null;
                endpoint = master.listen(new InetSocketAddress("127.0.0.1", 0), config, session -> new Peer(accepted));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Wire open() {
        return new Wire(PATIENT, TransportKind.TLS, 1);
    }

    public RunFile file() {
        return new RunFile(
                new RunId("run-1"),
                socket == null ? List.of(endpoint.address()) : List.of(),
                socket,
                IDENTITY.fingerprint(),
                Role.WORKER,
                SECRETS.worker(),
                insecure,
                UnitNeeds.NONE);
    }

    /** The values of the run file, with bounds of time that a busy machine keeps. */
    public static ClientConfig client(RunFile file) {
        return new ClientConfig(file.fingerprint(), file.role(), file.secret(), file.insecure(), PATIENT);
    }

    /** A socket that keeps its port to itself and does not listen, so that whoever connects to the port is refused. */
    public static Socket deaf() throws IOException {
        Socket deaf = new Socket();
        deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return deaf;
    }

    public Peer dial(ClientConfig config) {
        Peer peer = new Peer(null);
        worker.dial(file().places().get(0), config, peer);
        return peer;
    }

    /** Both ends of a registered session: the master's, then the worker's. */
    Peer[] registered() {
        Peer workerEnd = dial(client(file()));
        Session session = workerEnd.opened();
        Register register = Samples.register();
        session.send(register);
        Peer masterEnd = take(accepted);
        assertThat(masterEnd.next()).isEqualTo(register);
        masterEnd.opened().send(Samples.registered());
        assertThat(workerEnd.next()).isEqualTo(Samples.registered());
        return new Peer[] {masterEnd, workerEnd};
    }

    public static <T> T take(BlockingQueue<T> queue) {
        try {
            T value = queue.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(value).as("within %d s", WAIT_SECONDS).isNotNull();
            return value;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        worker.close();
        master.close();
        if (socket != null) {
            assertThat(socket.path()).as("removed").doesNotExist();
            assertThat(socket.directory().toFile().delete()).isTrue();
        }
    }

    /** A listener that keeps everything for the test's thread. */
    public static class Peer implements SessionListener {
        private final BlockingQueue<Peer> accepted;
        private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
        private final BlockingQueue<Closing> closings = new LinkedBlockingQueue<>();
        final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
        final BlockingQueue<Boolean> writables = new LinkedBlockingQueue<>();
        /** How many messages were there each time something was said to be coming. */
        final BlockingQueue<Integer> comings = new LinkedBlockingQueue<>();

        private Session session;

        public Peer(BlockingQueue<Peer> accepted) {
            this.accepted = accepted;
        }

        public Session opened() {
            if (session == null) {
                session = take(sessions);
            }
            return session;
        }

        public boolean isOpen() {
            return !sessions.isEmpty();
        }

        public boolean hasNext() {
            return !messages.isEmpty();
        }

        public boolean isOver() {
            return !closings.isEmpty();
        }

        public Message next() {
            return take(messages);
        }

        public Closing closing() {
            return take(closings);
        }

        /** Waits until it is told that it may send again. */
        public void awaitWritable() {
            take(writables);
        }

        @Override
        public void opened(Session opened) {
            sessions.add(opened);
            if (accepted != null) {
                accepted.add(this);
            }
        }

        @Override
        public void received(Session from, Message message) {
            messages.add(message);
        }

        @Override
        public void coming(Session from) {
            comings.add(messages.size());
        }

        @Override
        public void writable(Session to) {
            writables.add(true);
        }

        @Override
        public void closed(Session over, Closing why) {
            closings.add(why);
        }
    }
}
