package dev.sluice.benchmarks.jmh;

import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Frames from one session to the other over the loopback: written by one loop, parsed and checked by another, each with
 * one thread. A thousand frames are sent at once; the time is for one of them, including the kernel's part.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FrameExchange {
    private static final int FRAMES = 1_000;
    private static final int PATIENCE_SECONDS = 30;

    @Param({"false", "true"})
    boolean tls;

    /** Bulk in addition to the header [bytes]: that of 64 small results, and that of a large one. */
    @Param({"512", "65536"})
    int bulk = 512;

    private final Transport masterSide = Transport.open("frames-master", 1);
    private final Transport workerSide = Transport.open("frames-worker", 1);
    private final Peer master = new Peer();
    private final Peer worker = new Peer();
    private final ResultRun run = ResultRun.of(1, 0x5EED, 0, 64, 6_400, 1e-12);
    private byte[] bytes = {};

    /** One end: counts received frames. Confined to its loop, except for waiting. */
    private static final class Peer implements SessionListener {
        private final CompletableFuture<Session> registered = new CompletableFuture<>();
        private final Semaphore rounds = new Semaphore(0);
        private int received;

        @Override
        public void opened(Session session) {
            if (session.role() == Role.MASTER) {
                session.send(Register.ofSlots("worker", 1, "benchmark", 0, 1, List.of(), List.of(), -1, List.of()));
            }
        }

        @Override
        public void received(Session session, Message message) {
            message.release();
            if (message instanceof Register) {
                session.send(new Registered(
                        new WorkerId(1),
                        new RunId("frames"),
                        1,
                        6_000_000_000L,
                        1 << 20,
                        new ApplicationInfo(List.of(), "", List.of()),
                        List.of(),
                        0,
                        UnitTerms.NONE,
                        List.of(),
                        0));
                registered.complete(session);
            } else if (message instanceof Registered) {
                registered.complete(session);
            } else if (++received == FRAMES) {
                received = 0;
                rounds.release();
            }
        }

        @Override
        public void closed(Session session, Closing why) {
            registered.completeExceptionally(new IllegalStateException("the session ended: " + why));
        }

        Session session() throws Exception {
            return registered.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        void awaitRound() throws InterruptedException {
            if (!rounds.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("fewer than " + FRAMES + " frames arrived within " + PATIENCE_SECONDS
                        + " s (expected: all of them)");
            }
        }
    }

    @Setup
    public void connect() throws Exception {
        bytes = new byte[bulk];
        RunIdentity identity = RunIdentity.create();
        RunSecrets secrets = RunSecrets.create();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Endpoint endpoint =
                masterSide.listen(any, new ServerConfig(identity, secrets, !tls, Limits.STANDARD), session -> master);
        workerSide.dial(
                endpoint.address(),
                new ClientConfig(identity.fingerprint(), Role.WORKER, secrets.worker(), !tls, Limits.STANDARD),
                worker);
        master.session();
        worker.session();
    }

    @TearDown
    public void close() {
        workerSide.close();
        masterSide.close();
    }

    /** Worker to master: results of 64 units with their bulk. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public void results() throws Exception {
        Session session = worker.session();
        workerSide.loop().execute(() -> {
            for (int i = 1; i <= FRAMES; i++) {
                session.send(new Results(
                        0,
                        i,
                        1,
                        1_000,
                        Results.Form.EACH,
                        List.of(run),
                        0,
                        RunAges.UNKNOWN,
                        Payload.wrap(ByteBuffer.wrap(bytes))));
            }
        });
        master.awaitRound();
    }

    /** Master to worker: a header alone, whatever {@code bulk} says. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public void acknowledgements() throws Exception {
        Session session = master.session();
        masterSide.loop().execute(() -> {
            for (int i = 1; i <= FRAMES; i++) {
                session.send(new Acknowledge(i, 1 << 20, 0, 0));
            }
        });
        worker.awaitRound();
    }
}
