package dev.sluice.net.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NoLeaks
class NeighbourMessagesTest {
    private static final RunIdentity IDENTITY = RunIdentity.create();

    /** A worker, the messages that it keeps, and the sessions of others. */
    private static final class Worker implements AutoCloseable {
        final Map<Long, byte[]> kept = new ConcurrentHashMap<>();
        final AtomicInteger sessions = new AtomicInteger();
        final Transport transport;
        final SocketPeers peers;
        final NeighbourMessages messages;

        Worker(String name) {
            transport = Transport.open(name, 1);
            peers = new SocketPeers(transport);
            messages = new NeighbourMessages(transport.loop(), peers, number -> Optional.ofNullable(kept.get(number)));
        }

        Worker listen(boolean insecure) throws Exception {
            PeerListen terms = new PeerListen(IDENTITY, Secret.create(), insecure);
            CompletableFuture<PeerReady> ready = new CompletableFuture<>();
            transport.loop().execute(() -> peers.listen(terms, session -> new Receiver(this), ready::complete));
            messages.listens(terms, ready.get(60, TimeUnit.SECONDS));
            return this;
        }

        byte[] keep(long number, int length) {
            byte[] value = new byte[length];
            new Random(number).nextBytes(value);
            kept.put(number, value);
            return value;
        }

        byte[] fetch(Worker from, long number, int length) throws Exception {
            return messages.fetch(from.messages.place(), number, length).get(60, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            transport.loop().execute(() -> {
                messages.close();
                peers.close();
            });
            transport.close();
        }
    }

    private record Receiver(Worker worker) implements SessionListener {
        @Override
        public void opened(Session session) {
            worker.sessions.incrementAndGet();
        }

        @Override
        public void received(Session session, Message message) {
            assertThat(worker.messages.serve(session, (Fetch) message)).isTrue();
        }

        @Override
        public void closed(Session session, Closing why) {}
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFetchMessagesOfAnyLengthOverOneSession(boolean insecure) throws Exception {
        try (Worker sender = new Worker("sender").listen(insecure);
                Worker receiver = new Worker("receiver")) {
            List<CompletableFuture<byte[]>> all = new ArrayList<>();
            int[] lengths = {1, 5_000, 1 << 20, (3 << 20) + 5};
            for (int i = 0; i < lengths.length; i++) {
                sender.keep(i - 2, lengths[i]);
                all.add(receiver.messages.fetch(sender.messages.place(), i - 2, lengths[i]));
            }
            for (int i = 0; i < lengths.length; i++) {
                assertThat(all.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(sender.kept.get(i - 2L));
            }
            assertThat(sender.sessions).hasValue(1);
        }
    }

    @Test
    void shouldMissOnlyTheMessageThatIsNotThere() throws Exception {
        try (Worker sender = new Worker("sender").listen(false);
                Worker receiver = new Worker("receiver")) {
            byte[] value = sender.keep(1, 5_000);
            assertThatThrownBy(() -> receiver.fetch(sender, 2, 5_000)).hasMessageContaining("no such message");
            assertThat(receiver.fetch(sender, 1, 5_000)).isEqualTo(value);
        }
    }

    @Test
    void shouldRefuseAMessageThatIsLongerThanItsSenderSaid() throws Exception {
        try (Worker sender = new Worker("sender").listen(false);
                Worker receiver = new Worker("receiver")) {
            sender.keep(1, 100);
            assertThatThrownBy(() -> receiver.fetch(sender, 1, 5_000)).hasMessageContaining("no such message");
        }
    }

    @Test
    void shouldMissTheMessagesOfAWorkerThatIsLost() throws Exception {
        try (Worker receiver = new Worker("receiver")) {
            byte[] place;
            try (Worker sender = new Worker("sender").listen(false)) {
                sender.keep(1, 5_000);
                receiver.fetch(sender, 1, 5_000);
                place = sender.messages.place();
            }
            assertThatThrownBy(() -> receiver.messages.fetch(place, 1, 5_000).get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
        }
    }

    @Test
    void shouldMissMessagesOfAWorkerThatDoesNotListen() throws Exception {
        try (Worker sender = new Worker("sender");
                Worker receiver = new Worker("receiver")) {
            sender.messages.listens(new PeerListen(IDENTITY, Secret.create(), false), PeerReady.CANNOT);
            sender.keep(1, 5_000);
            assertThatThrownBy(() -> receiver.fetch(sender, 1, 5_000)).hasMessageContaining("no other worker");
        }
    }

    @Test
    void shouldLeaveFetchesOfFilesToOthers() {
        try (Worker worker = new Worker("worker")) {
            assertThat(worker.messages.serve(null, new Fetch("ab".repeat(32), 0, 1)))
                    .isFalse();
        }
    }
}
