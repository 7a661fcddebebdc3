package dev.sluice.net.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.Samples;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.State;
import dev.sluice.net.transport.LoopThread;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemoryLinkTest {
    private static final long WAIT_SECONDS = 20;

    /** One end. */
    private static class End implements SessionListener {
        final CompletableFuture<Session> opened = new CompletableFuture<>();
        final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        final CompletableFuture<Closing> closed = new CompletableFuture<>();
        final CompletableFuture<Void> writable = new CompletableFuture<>();

        @Override
        public void opened(Session session) {
            opened.complete(session);
        }

        @Override
        public void received(Session session, Message message) {
            received.add(message);
        }

        @Override
        public void writable(Session session) {
            writable.complete(null);
        }

        @Override
        public void closed(Session session, Closing why) {
            assertThat(closed.complete(why)).as("closed twice").isTrue();
        }

        Session session() throws Exception {
            return opened.get(WAIT_SECONDS, TimeUnit.SECONDS);
        }

        Message next() throws Exception {
            Message message = received.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(message).as("next message").isNotNull();
            return message;
        }

        Closing closing() throws Exception {
            return closed.get(WAIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private final LoopThread thread = LoopThread.open("memory");
    private final End worker = new End();
    private final End master = new End();

    @BeforeEach
    void open() {
        MemoryLink.open(thread.loop(), Role.WORKER, worker, session -> master);
    }

    @AfterEach
    void close() {
        thread.close();
    }

    @Test
    void shouldHandOverTheSameMessageEitherWay() throws Exception {
        for (Message sample : Samples.all()) {
            Kind kind = Kind.of(sample);
            boolean last = kind == Kind.GOODBYE || kind == Kind.PROBLEM;
            if (!last
                    && SessionTable.taken(Role.MASTER, Role.WORKER, State.ACTIVE)
                            .contains(kind)) {
                worker.session().send(sample);
                assertThat(master.next()).isSameAs(sample);
            } else if (!last
                    && SessionTable.taken(Role.WORKER, Role.MASTER, State.ACTIVE)
                            .contains(kind)) {
                master.session().send(sample);
                assertThat(worker.next()).isSameAs(sample);
            }
            sample.release();
        }
    }

    @Test
    void shouldKeepTheOrderOfMessagesFromOtherThreads() throws Exception {
        Session from = master.session();
        for (int tick = 1; tick <= 10_000; tick++) {
            from.send(new MasterBeat(tick, 0, false));
        }
        List<Long> ticks = new ArrayList<>();
        for (int tick = 1; tick <= 10_000; tick++) {
            ticks.add(((MasterBeat) worker.next()).tick());
        }
        assertThat(ticks).isSorted().doesNotHaveDuplicates();
        await().untilAsserted(() -> assertThat(from.counters().messagesSent()).isEqualTo(10_000));
        assertThat(worker.session().counters().messagesReceived()).isEqualTo(10_000);
        assertThat(worker.session().housekeeping().messagesReceived()).isEqualTo(10_000);
    }

    @Test
    void shouldEndBothEndsWithTheReasonOfTheOneThatLeaves() throws Exception {
        worker.session().send(new Goodbye(ErrorCode.UNIT_EXITED, "exit"));
        assertThat(master.next()).isInstanceOf(Goodbye.class);
        assertThat(master.closing()).isEqualTo(new Closing(ErrorCode.UNIT_EXITED, "exit", true));
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.UNIT_EXITED, "exit", false));
    }

    @Test
    void shouldEndOnceWhenBothEndsLeaveAtTheSameTime() throws Exception {
        Session near = worker.session();
        Session far = master.session();
        thread.loop().execute(() -> {
            near.send(new Goodbye(ErrorCode.NONE, "near"));
            far.send(new Goodbye(ErrorCode.NONE, "far"));
            far.send(new Drain(false)); // too late
        });
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.NONE, "near", false));
        assertThat(master.closing().text()).isIn("near", "far");
        assertThat(worker.received).isEmpty();
    }

    @Test
    void shouldReleaseWhatIsSentAfterTheEnd() throws Exception {
        master.session().refuse(ErrorCode.MALFORMED, "enough");
        assertThat(worker.next()).isInstanceOf(Problem.class);
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.MALFORMED, "enough", true));
        ByteBuf bytes = Unpooled.buffer(8).writeZero(8);
        master.session().send(new CycleSetup(0, 0, Payload.of(bytes)));
        assertThat(bytes.refCnt()).isZero();
        assertThat(master.session().writable()).isFalse();
    }

    @Test
    void shouldAskTheSenderToWaitUntilWhatWaitsIsDelivered() throws Exception {
        Session from = master.session();
        CompletableFuture<Void> go = new CompletableFuture<>();
        thread.loop().execute(go::join);
        ByteBuf bytes = Unpooled.buffer(1 << 20).writeZero(1 << 20);
        assertThat(from.writable()).isTrue();
        from.send(new CycleSetup(0, 0, Payload.of(bytes)));
        assertThat(from.writable()).isFalse();
        go.complete(null);
        master.writable.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(from.writable()).isTrue();
        worker.next().release();
    }

    @Test
    void shouldRefuseTheSessionWhenAListenerFails() throws Exception {
        End failing = new End() {
            @Override
            public void received(Session session, Message message) {
                throw new IllegalStateException("no");
            }
        };
        End near = new End();
        MemoryLink.open(thread.loop(), Role.WORKER, near, session -> failing);
        near.session()
                .send(Samples.all().stream()
                        .filter(each -> Kind.of(each) == Kind.LEAVING)
                        .findFirst()
                        .orElseThrow());
        assertThat(near.closing().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failing.closing().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void shouldRefuseAMessageOfTheOtherDirection() throws Exception {
        Session near = worker.session();
        assertThatThrownBy(() -> near.send(new Drain(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DRAIN");
    }
}
