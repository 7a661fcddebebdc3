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
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.State;
import dev.sluice.net.session.Wire.Peer;
import dev.sluice.net.transport.LoopThread;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemoryLinkTest {
    private final LoopThread thread = LoopThread.open("memory");
    private final Peer worker = new Peer(null);
    private final Peer master = new Peer(null);

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
                worker.opened().send(sample);
                assertThat(master.next()).isSameAs(sample);
            } else if (!last
                    && SessionTable.taken(Role.WORKER, Role.MASTER, State.ACTIVE)
                            .contains(kind)) {
                master.opened().send(sample);
                assertThat(worker.next()).isSameAs(sample);
            }
            sample.release();
        }
    }

    @Test
    void shouldKeepTheOrderOfMessagesFromOtherThreads() throws Exception {
        Session from = master.opened();
        for (int tick = 1; tick <= 10_000; tick++) {
            from.send(new MasterBeat(tick, 0, false));
        }
        List<Long> ticks = new ArrayList<>();
        for (int tick = 1; tick <= 10_000; tick++) {
            ticks.add(((MasterBeat) worker.next()).tick());
        }
        assertThat(ticks).isSorted().doesNotHaveDuplicates();
        await().untilAsserted(() -> assertThat(from.counters().messagesSent()).isEqualTo(10_000));
        assertThat(worker.opened().counters().messagesReceived()).isEqualTo(10_000);
        assertThat(worker.opened().housekeeping().messagesReceived()).isEqualTo(10_000);
    }

    @Test
    void shouldEndBothEndsWithTheReasonOfTheOneThatLeaves() throws Exception {
        worker.opened().send(new Goodbye(ErrorCode.UNIT_EXITED, "exit"));
        assertThat(master.next()).isInstanceOf(Goodbye.class);
        assertThat(master.closing()).isEqualTo(new Closing(ErrorCode.UNIT_EXITED, "exit", true));
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.UNIT_EXITED, "exit", false));
    }

    @Test
    void shouldEndOnceWhenBothEndsLeaveAtTheSameTime() throws Exception {
        Session near = worker.opened();
        Session far = master.opened();
        thread.loop().execute(() -> {
            near.send(new Goodbye(ErrorCode.NONE, "near"));
            far.send(new Goodbye(ErrorCode.NONE, "far"));
            far.send(new Drain(false)); // too late
        });
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.NONE, "near", false));
        assertThat(master.closing().text()).isIn("near", "far");
        assertThat(worker.isOver() || master.isOver()).as("closed again").isFalse();
        assertThat(worker.hasNext()).isFalse();
    }

    @Test
    void shouldReleaseWhatIsSentAfterTheEnd() throws Exception {
        master.opened().refuse(ErrorCode.MALFORMED, "enough");
        assertThat(worker.next()).isInstanceOf(Problem.class);
        assertThat(worker.closing()).isEqualTo(new Closing(ErrorCode.MALFORMED, "enough", true));
        ByteBuf bytes = Unpooled.buffer(8).writeZero(8);
        master.opened().send(new CycleSetup(0, 0, Payload.of(bytes)));
        assertThat(bytes.refCnt()).isZero();
        assertThat(master.opened().writable()).isFalse();
    }

    @Test
    void shouldAskTheSenderToWaitUntilWhatWaitsIsDelivered() throws Exception {
        Session from = master.opened();
        CompletableFuture<Void> go = new CompletableFuture<>();
        thread.loop().execute(go::join);
        ByteBuf bytes = Unpooled.buffer(1 << 20).writeZero(1 << 20);
        assertThat(from.writable()).isTrue();
        from.send(new CycleSetup(0, 0, Payload.of(bytes)));
        assertThat(from.writable()).isFalse();
        go.complete(null);
        master.awaitWritable();
        assertThat(from.writable()).isTrue();
        worker.next().release();
    }

    @Test
    void shouldRefuseTheSessionWhenAListenerFails() throws Exception {
        Peer failing = new Peer(null) {
            @Override
            public void received(Session session, Message message) {
                throw new IllegalStateException("no");
            }
        };
        Peer near = new Peer(null);
        MemoryLink.open(thread.loop(), Role.WORKER, near, session -> failing);
        near.opened()
                .send(Samples.all().stream()
                        .filter(each -> Kind.of(each) == Kind.LEAVING)
                        .findFirst()
                        .orElseThrow());
        assertThat(near.closing().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failing.closing().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void shouldRefuseAMessageOfTheOtherDirection() throws Exception {
        Session near = worker.opened();
        assertThatThrownBy(() -> near.send(new Drain(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DRAIN");
    }
}
