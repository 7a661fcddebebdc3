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
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A master and what connects to it, over loopback in one process. */
public final class Wire implements AutoCloseable {
    public static final RunIdentity IDENTITY = RunIdentity.create();
    public static final RunSecrets SECRETS = RunSecrets.create();
    private static final long WAIT_SECONDS = 20;

    public final Transport master;
    public final Transport worker = Transport.open("worker", 1);
    public final BlockingQueue<Peer> accepted = new LinkedBlockingQueue<>();
    public final Endpoint endpoint;
    public final boolean insecure;

    public Wire(Limits limits, boolean insecure, int ioThreads) {
        this.insecure = insecure;
        this.master = Transport.open("master", ioThreads);
        ServerConfig config = new ServerConfig(IDENTITY, SECRETS, insecure, limits);
        endpoint = master.listen(new InetSocketAddress("127.0.0.1", 0), config, session -> new Peer(accepted));
    }

    static Wire open() {
        return new Wire(Limits.STANDARD, false, 1);
    }

    public RunFile file() {
        return new RunFile(
                new RunId("run-1"),
                List.of(endpoint.address()),
                IDENTITY.fingerprint(),
                Role.WORKER,
                SECRETS.worker(),
                insecure);
    }

    public Peer dial(ClientConfig config) {
        Peer peer = new Peer(null);
        worker.dial(endpoint.address(), config, peer);
        return peer;
    }

    /** Both ends of a registered session: the master's, then the worker's. */
    Peer[] registered() {
        Peer workerEnd = dial(ClientConfig.of(file()));
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
