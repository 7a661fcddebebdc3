package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.ledger.Lull;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.Samples;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.testing.Records;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class SessionTest {
    private static Results results(long sequence, Payload payload) {
        return new Results(0, sequence, 1, 0, Results.Form.EACH, List.of(Samples.RESULT), 0, RunAges.UNKNOWN, payload);
    }

    @ParameterizedTest
    @CsvSource({"TLS, 1", "TCP, 1", "UNIX, 1", "TLS, 3", "UNIX, 3"})
    void shouldCarryEveryMessageEitherWay(TransportKind transport, int ioThreads) {
        try (Wire wire = new Wire(Wire.PATIENT, transport, ioThreads)) {
            Wire.Peer[] ends = wire.registered();
            for (Message sample : Samples.all()) {
                Kind kind = Kind.of(sample);
                boolean last = kind == Kind.GOODBYE || kind == Kind.PROBLEM;
                for (int to = 0; to < 2 && !last; to++) {
                    boolean taken = to == 0
                            ? SessionTable.taken(Role.MASTER, Role.WORKER, State.ACTIVE)
                                    .contains(kind)
                            : SessionTable.taken(Role.WORKER, Role.MASTER, State.ACTIVE)
                                    .contains(kind);
                    if (taken) {
                        byte[] content = Samples.content(sample.payload());
                        sample.payload().retain(); // some go either way
                        ends[1 - to].opened().send(sample);
                        assertCarried(sample, content, ends[to].next());
                    }
                }
                sample.release();
            }
            ends[0].opened().send(new Goodbye(ErrorCode.NONE, "done"));
            assertThat(ends[1].closing()).isEqualTo(new Closing(ErrorCode.NONE, "done", true));
            assertThat(ends[0].closing()).isEqualTo(new Closing(ErrorCode.NONE, "done", false));
        }
    }

    private static void assertCarried(Message sent, byte[] content, Message got) {
        assertThat(got.getClass()).isEqualTo(sent.getClass());
        assertThat(Samples.content(got.payload())).isEqualTo(content);
        assertThat(got.toString()).isEqualTo(sent.toString());
        got.release();
    }

    @ParameterizedTest
    @CsvSource({"TLS, 1", "TCP, 1", "UNIX, 1", "TLS, 2", "UNIX, 2"})
    void shouldCarryPayloadsOfAnySizeInOrder(TransportKind transport, int ioThreads) {
        try (Wire wire = new Wire(Wire.PATIENT, transport, ioThreads)) {
            Wire.Peer[] ends = wire.registered();
            int[] sizes = {0, 1, 511, 2_048, 8_200, 262_143, 262_144, 262_145, 524_288, 1 << 20, 5_000_001, 3};
            for (int i = 0; i < sizes.length; i++) {
                ends[1].opened().send(results(i + 1, Samples.bytes(sizes[i])));
            }
            for (int i = 0; i < sizes.length; i++) {
                Results got = (Results) ends[0].next();
                assertThat(got.sequence()).isEqualTo(i + 1);
                byte[] content = Samples.content(got.results());
                assertThat(content).hasSize(sizes[i]);
                assertThat(Arrays.equals(content, Samples.content(Samples.bytes(sizes[i]))))
                        .isTrue();
                got.release();
            }
            await().untilAsserted(() -> assertThat(ends[1].opened().writable()).isTrue());
        }
    }

    /** The setup of a cycle, and results that are sent again, are one payload in several sessions at once. */
    @ParameterizedTest
    @CsvSource({"5000, TLS", "20000, TLS", "262144, TLS", "700000, TLS", "20000, TCP", "700000, UNIX"})
    void shouldCarryOnePayloadInSeveralSessionsAtOnce(int size, TransportKind transport) {
        try (Wire wire = new Wire(Wire.PATIENT, transport, 1)) {
            Wire.Peer[] first = wire.registered();
            Wire.Peer[] second = wire.registered();
            Payload shared = Samples.bytes(size);
            for (int i = 0; i < 20; i++) {
                first[0].opened().send(new CycleSetup(i, 0, shared.retain()));
                second[0].opened().send(new CycleSetup(i, 0, shared.retain()));
            }
            for (Wire.Peer peer : List.of(first[1], second[1])) {
                for (int i = 0; i < 20; i++) {
                    CycleSetup got = (CycleSetup) peer.next();
                    assertThat(Arrays.equals(Samples.content(got.setup()), Samples.content(Samples.bytes(size))))
                            .isTrue();
                    got.release();
                }
            }
            shared.release();
        }
    }

    /** Else a peer on a slow way, whose beats wait behind what it sends, would seem to be dead. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldTellThatAMessageIsComingBeforeItIsThere(int ioThreads) {
        try (Wire wire = new Wire(Wire.PATIENT, TransportKind.TLS, ioThreads)) {
            Wire.Peer[] ends = wire.registered();
            ends[1].opened().send(results(1, Samples.bytes(32 << 20)));
            ends[0].next().release();
            assertThat(ends[0].comings).contains(0);
        }
    }

    @Test
    void shouldLetControlOvertakeBulkButNotItsOwnOrder() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            Session worker = ends[1].opened();
            Payload bulk = Samples.bytes(64 << 20);
            wire.worker.loop().execute(() -> {
                worker.send(results(1, bulk));
                worker.send(results(2, Payload.empty()));
                worker.send(new Fetch(Samples.SHA, 1, 1));
                worker.send(new Fetch(Samples.SHA, 2, 1));
            });

            assertThat(ends[0].next()).isEqualTo(new Fetch(Samples.SHA, 1, 1));
            assertThat(ends[0].next()).isEqualTo(new Fetch(Samples.SHA, 2, 1));
            Results first = (Results) ends[0].next();
            assertThat(first.sequence()).isEqualTo(1);
            first.release();
            assertThat(((Results) ends[0].next()).sequence()).isEqualTo(2);
        }
    }

    @Test
    void shouldRefuseAPayloadOverTheLimitOfTheReceiver() {
        try (Wire wire = new Wire(Records.with(Wire.PATIENT, "maxPayloadBytes", 1L << 20), TransportKind.TLS, 1)) {
            Wire.Peer[] ends = wire.registered();
            ends[1].opened().send(results(1, Samples.bytes((1 << 20) + 1)));

            assertThat(ends[1].closing().code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(ends[0].closing().code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(wire.endpoint.offences()).containsKey(ErrorCode.PAYLOAD_TOO_LARGE);
        }
    }

    @Test
    void shouldTellThePeerWhyItIsRefused() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            ends[0].opened().refuse(ErrorCode.RUN_MISMATCH, "another\u001b run");

            Closing why = ends[1].closing();
            assertThat(why.code()).isEqualTo(ErrorCode.RUN_MISMATCH);
            assertThat(why.byPeer()).isTrue();
            assertThat(why.text()).isEqualTo("another\uFFFD run");
        }
    }

    @Test
    void shouldTellALostPeerFromOneThatLeaves() {
        Wire wire = Wire.open();
        Wire.Peer[] ends = wire.registered();
        wire.worker.close();
        assertThat(ends[0].closing().code()).isEqualTo(ErrorCode.NONE);

        Wire.Peer[] others = new Wire(Wire.PATIENT, TransportKind.TLS, 1).registered();
        assertThat(others[0].isOver()).isFalse();
        wire.close();
    }

    @Test
    void shouldDropAPeerThatNeverReads() {
        Limits limits = Records.with(Wire.PATIENT, "stallNanos", TimeUnit.MILLISECONDS.toNanos(400));
        try (Wire wire = new Wire(limits, TransportKind.TCP, 1)) {
            Wire.Peer[] ends = wire.registered();
            wire.worker.loop().execute(() -> await().until(ends[0]::isOver));
            ends[0].opened().send(new CycleSetup(0, 0, Samples.bytes(64 << 20)));

            Closing why = ends[0].closing();
            assertThat(why.code()).isEqualTo(ErrorCode.SLOW_PEER);
            assertThat(why.byPeer()).isFalse();
        }
    }

    @Test
    void shouldDropASessionWhoseQueueOutgrowsItsBound() {
        try (Wire wire = new Wire(Records.with(Wire.PATIENT, "maxQueuedBytes", 4L << 20), TransportKind.TCP, 1)) {
            Wire.Peer[] ends = wire.registered();
            wire.worker.loop().execute(() -> await().until(ends[0]::isOver));
            wire.master.loop().execute(() -> {
                for (int i = 0; i < 40; i++) {
                    ends[0].opened().send(new CycleSetup(0, 0, Samples.bytes(1 << 20)));
                }
            });
            assertThat(ends[0].closing().code()).isEqualTo(ErrorCode.SLOW_PEER);
        }
    }

    /** Each part takes little memory, as files are mapped, but there may be any number of them. */
    @Test
    void shouldDropAPeerThatAsksForPartsOfFilesAndDoesNotReadThem() {
        try (Wire wire = new Wire(Wire.PATIENT, TransportKind.TCP, 1)) {
            Wire.Peer[] ends = wire.registered();
            wire.worker.loop().execute(() -> await().until(ends[0]::isOver));
            wire.master.loop().execute(() -> {
                for (int i = 0; i < 10_000; i++) {
                    ends[0].opened().send(new FilePart("ab".repeat(32), 0, Samples.bytes(10_000)));
                }
            });
            assertThat(ends[0].closing().code()).isEqualTo(ErrorCode.SLOW_PEER);
        }
    }

    /** Between the end of a channel and the news of it, the channel says that any number of bytes wait. */
    @Test
    void shouldNotTakeAClosedConnectionForAPeerThatDoesNotRead() {
        EmbeddedChannel channel = new EmbeddedChannel();
        Wire.Peer worker = new Wire.Peer(null);
        SessionHandler handler = new SessionHandler(new SessionTerms(
                Role.WORKER,
                Role.MASTER,
                Limits.STANDARD,
                SpillSpace.NONE,
                new Offences(),
                channel.eventLoop(),
                any -> worker));
        channel.pipeline().addLast(handler);
        channel.closeFuture().addListener(closed -> handler.send(Kind.REGISTER, Samples.register()));
        channel.close();
        channel.runPendingTasks();
        assertThat(worker.closing().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
    }

    @Test
    void shouldSayWhenBulkMayFlowAgain() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            wire.master.loop().execute(() -> {
                ends[0].opened().send(new CycleSetup(0, 0, Samples.bytes(32 << 20)));
                assertThat(ends[0].opened().writable()).isFalse();
            });
            ends[1].next().release();
            Wire.take(ends[0].writables);
            assertThat(ends[0].opened().writable()).isTrue();
        }
    }

    @Test
    void shouldGiveBackThePayloadsItWasHanded() {
        ByteBuf sent = ByteBufAllocator.DEFAULT.directBuffer(300_000).writeZero(300_000);
        ByteBuf late = ByteBufAllocator.DEFAULT.directBuffer(300_000).writeZero(300_000);
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            ends[1].opened().send(results(1, Payload.of(sent)));
            ends[0].next().release();
            await().until(() -> sent.refCnt() == 0);

            ends[1].opened().close();
            ends[0].closing();
            ends[1].closing();
            ends[1].opened().send(results(2, Payload.of(late)));
            await().until(() -> late.refCnt() == 0);
        }
    }

    @Test
    void shouldRefuseToSendWhatGoesTheOtherWay() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            assertThatThrownBy(() -> ends[0].opened().send(new Leaving("")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("LEAVING from MASTER to WORKER");
        }
    }

    @Test
    void shouldTakeWhatIsOnTheWayWhileAWorkerDrains() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            ends[1].opened().send(new Leaving("SIGTERM"));
            ends[0].opened().send(new Assign(0, 1, Samples.RUN, 1L << 33, 1, Lull.NONE, Payload.empty()));
            ends[0].opened().send(new Drain(true));
            ends[1].opened().send(results(1, Payload.empty()));

            assertThat(ends[0].next()).isInstanceOf(Leaving.class);
            assertThat(ends[0].next()).isInstanceOf(Results.class);
            assertThat(ends[1].next()).isInstanceOf(Assign.class);
            assertThat(ends[1].next()).isInstanceOf(Drain.class);
        }
    }

    @Test
    void shouldKeepTheOrderOfEachSendingThread() throws InterruptedException {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            Thread[] threads = new Thread[3];
            for (int t = 0; t < threads.length; t++) {
                int number = t;
                threads[t] = new Thread(() -> {
                    for (int i = 1; i <= 2_000; i++) {
                        ends[0].opened().send(new MasterBeat(i, number, false));
                    }
                });
                threads[t].start();
            }
            long[] last = new long[threads.length];
            for (int i = 0; i < 2_000 * threads.length; i++) {
                MasterBeat beat = (MasterBeat) ends[1].next();
                assertThat(beat.tick()).isEqualTo(++last[(int) beat.echoTick()]);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void shouldCloseASessionWhoseListenerFails() {
        try (Wire wire = Wire.open()) {
            Wire.Peer failing = new Wire.Peer(null) {
                @Override
                public void received(Session from, Message message) {
                    throw new IllegalStateException("a defect");
                }
            };
            wire.worker.dial(wire.endpoint.address(), Wire.client(wire.file()), failing);
            failing.opened().send(Samples.register());
            Wire.Peer master = Wire.take(wire.accepted);
            master.next();
            master.opened().send(Samples.registered());

            assertThat(master.closing().code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(failing.closing().code()).isEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void shouldCountWhatPassed() {
        try (Wire wire = Wire.open()) {
            Wire.Peer[] ends = wire.registered();
            ends[0].opened().send(new Acknowledge(1, 2, 0, 0));
            ends[1].next();
            SessionCounters master = ends[0].opened().counters();
            SessionCounters worker = ends[1].opened().counters();

            assertThat(master.messagesSent()).isEqualTo(2);
            assertThat(worker.messagesReceived()).isEqualTo(2);
            assertThat(worker.bytesReceived()).isEqualTo(master.bytesSent());
            assertThat(master.bytesReceived()).isEqualTo(worker.bytesSent());
        }
    }

    @Test
    void shouldRefuseASecondRegistrationAndWorkBeforeTheFirst() {
        for (Message early : List.of(
                Samples.register(),
                new WorkerBeat(1, 0, 0, 0, dev.sluice.net.message.WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()))) {
            try (Wire wire = Wire.open()) {
                Wire.Peer peer = wire.dial(Wire.client(wire.file()));
                Session session = peer.opened();
                if (early instanceof WorkerBeat) {
                    session.send(early);
                } else {
                    session.send(early);
                    session.send(early);
                }
                assertThat(peer.closing().code()).isEqualTo(ErrorCode.UNEXPECTED_MESSAGE);
            }
        }
    }
}
