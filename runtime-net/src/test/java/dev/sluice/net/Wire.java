package dev.sluice.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A master and what connects to it, over loopback in one process. */
final class Wire implements AutoCloseable {
    static final RunIdentity IDENTITY = RunIdentity.create();
    static final RunSecrets SECRETS = RunSecrets.create();
    private static final long WAIT_SECONDS = 20;

    final Transport master;
    final Transport worker = Transport.open("worker", 1);
    final BlockingQueue<Peer> accepted = new LinkedBlockingQueue<>();
    final Endpoint endpoint;
    final boolean insecure;

    Wire(Limits limits, boolean insecure, int ioThreads) {
        this.insecure = insecure;
        this.master = Transport.open("master", ioThreads);
        ServerConfig config = new ServerConfig(IDENTITY, SECRETS, insecure, limits);
        endpoint = master.listen(new InetSocketAddress("127.0.0.1", 0), config, session -> new Peer(accepted));
    }

    static Wire open() {
        return new Wire(Limits.STANDARD, false, 1);
    }

    RunFile file() {
        return new RunFile(
                new RunId("run-1"),
                List.of(endpoint.address()),
                IDENTITY.fingerprint(),
                Role.WORKER,
                SECRETS.worker(),
                insecure);
    }

    Peer dial(ClientConfig config) {
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

    static <T> T take(BlockingQueue<T> queue) {
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
    static class Peer implements SessionListener {
        private final BlockingQueue<Peer> accepted;
        private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
        private final BlockingQueue<Closing> closings = new LinkedBlockingQueue<>();
        final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
        final BlockingQueue<Boolean> writables = new LinkedBlockingQueue<>();
        /** How many messages were there each time something was said to be coming. */
        final BlockingQueue<Integer> comings = new LinkedBlockingQueue<>();

        private Session session;

        Peer(BlockingQueue<Peer> accepted) {
            this.accepted = accepted;
        }

        Session opened() {
            if (session == null) {
                session = take(sessions);
            }
            return session;
        }

        boolean isOpen() {
            return !sessions.isEmpty();
        }

        boolean isOver() {
            return !closings.isEmpty();
        }

        Message next() {
            return take(messages);
        }

        Closing closing() {
            return take(closings);
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
