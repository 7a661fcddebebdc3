package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.NoLeaks;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A setup is encoded once, and what waits for slow workers of it is not copied for each. */
@NoLeaks
@Tag("long")
class SetupMemoryIT {
    private static final int WORKERS = 50;

    /** 64 KiB each of the setup. */
    private static final int BLOCKS = 1_600;

    private static final long BEAT_NANOS = 500_000_000L;

    /** Much less than two setups. */
    private static final int MEBIBYTES = 70;

    /** Memory of a JVM without the setup: classes, code, stacks, a small heap. */
    private static final int BESIDE_MEBIBYTES = 160;

    @TempDir
    Path directory;

    /**
     * A worker that registers, takes the setup and does nothing. It beats by itself, as workers do: what the master
     * says arrives late behind a slow link. Its fields are written on the transport's loop.
     */
    private static final class Idler implements SessionListener {
        private static final AtomicInteger INCARNATIONS = new AtomicInteger(1_000);

        private final Loop loop;
        private volatile long setupBytes = -1;
        private volatile @Nullable Closing closing;
        private volatile boolean registered;
        private long tick;

        private Idler(Loop loop) {
            this.loop = loop;
        }

        @Override
        public void opened(Session session) {
            session.send(Register.ofSlots(
                    "idler", 1, "test", 0, INCARNATIONS.incrementAndGet(), List.of(), List.of(), -1, List.of()));
            beat(session);
        }

        private void beat(Session session) {
            if (closing == null) {
                if (registered) {
                    session.send(new WorkerBeat(++tick, 0, 0, 0, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()));
                }
                loop.schedule(BEAT_NANOS, () -> beat(session));
            }
        }

        @Override
        public void received(Session session, Message message) {
            if (message instanceof CycleSetup setup) {
                setupBytes = setup.setup().size();
            } else if (message instanceof Registered) {
                registered = true;
            }
            message.release();
        }

        @Override
        public void closed(Session session, Closing why) {
            closing = why;
        }
    }

    /** The setup is larger than the heap's share for setups, so that it waits in a file. */
    @Test
    void shouldHoldOneSetupForFiftyWorkersThatTakeItSlowlyAndBringItToOthersWhole() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/status")), "this system does not show memory");
        Path runFile = directory.resolve("private").resolve("worker.run");
        try (MasterRun run = master("-Xmx128m", runFile, String.valueOf(BLOCKS));
                Transport transport = Transport.open("idlers", 1)) {
            run.awaitPrinted("to join:");
            RunFile file = RunFile.read(runFile);
            InetSocketAddress master = file.addresses().get(0);
            try (Bottleneck bottleneck =
                    new Bottleneck(new InetSocketAddress(master.getHostString(), master.getPort()))) {
                List<Idler> slow = new ArrayList<>();
                for (int i = 0; i < WORKERS; i++) {
                    Idler idler = new Idler(transport.loop());
                    slow.add(idler);
                    transport.dial(bottleneck.address(), ClientConfig.of(file), idler);
                }
                // Their setups wait behind what has come; as much as the master lets be under way is under way soon.
                await().until(() -> slow.stream().allMatch(each -> each.registered));
                List<Idler> quick =
                        List.of(new Idler(transport.loop()), new Idler(transport.loop()), new Idler(transport.loop()));
                quick.forEach(idler -> transport.dial(master, ClientConfig.of(file), idler));
                await("the whole setup at workers behind a quick link")
                        .until(() -> quick.stream().allMatch(each -> each.setupBytes == BLOCKS * 65_536L));
                assertThat(slow)
                        .extracting(each -> String.valueOf(each.closing))
                        .containsOnly("null");
                await("memory of the master while all wait: less than " + MEBIBYTES + " MiB and what a JVM needs")
                        .during(Duration.ofMillis(500))
                        .until(() -> Weight.mebibytesOf(run.pid()) < MEBIBYTES + BESIDE_MEBIBYTES);
                assertThat(slow).noneMatch(each -> each.setupBytes >= 0);
            }
        }
    }

    private MasterRun master(String heap, Path runFile, String blocks) throws Exception {
        return MasterRun.master(
                directory,
                List.of(heap),
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-file %s -- --blocks %s",
                        PoisonJar.in(directory, HeavySetup.class), runFile, blocks));
    }
}
