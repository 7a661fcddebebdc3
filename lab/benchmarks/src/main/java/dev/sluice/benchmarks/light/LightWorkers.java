package dev.sluice.benchmarks.light;

import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * Many light workers in one process, with real sockets and TLS: {@code LightWorkers COUNT RUNFILE…}, spread over the
 * run files. Prints {@code registered TOTAL} when all are registered, and ends when the last session is over.
 */
public final class LightWorkers {
    private static final long BEAT_NANOS = 2_000_000_000L;

    /** Maximum number of concurrent handshakes; more would only wait for each other. */
    private static final int AT_ONCE = 8;

    private final Transport transport;
    private final List<RunFile> files;
    private final int total;
    private final List<LightWorker> workers = new ArrayList<>();
    private final SplittableRandom incarnations = new SplittableRandom();
    private final CountDownLatch left;
    private int registered;

    private LightWorkers(Transport transport, List<RunFile> files, int total) {
        this.transport = transport;
        this.files = files;
        this.total = total;
        this.left = new CountDownLatch(total);
    }

    public static void main(String[] arguments) throws Exception {
        List<RunFile> files = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            files.add(RunFile.read(Path.of(arguments[i])));
        }
        try (Transport transport = Transport.open("light", 1)) {
            LightWorkers all = new LightWorkers(transport, files, Integer.parseInt(arguments[0]));
            transport.loop().execute(all::begin);
            all.left.await();
        }
    }

    private void begin() {
        for (int i = 0; i < Math.min(AT_ONCE, total); i++) {
            dial();
        }
        transport.loop().schedule(BEAT_NANOS, this::beat);
    }

    private void dial() {
        RunFile file = files.get(workers.size() % files.size());
        LightWorker worker =
                new LightWorker(transport.loop(), 0, incarnations.nextLong() >>> 1, this::registered, left::countDown);
        workers.add(worker);
        SocketAddress address = file.places().get(0);
        transport.dial(address, ClientConfig.of(file), worker);
    }

    private void registered() {
        registered++;
        if (workers.size() < total) {
            dial();
        }
        if (registered == total) {
            System.out.println("registered " + total);
        }
    }

    private void beat() {
        workers.forEach(LightWorker::beat);
        transport.loop().schedule(BEAT_NANOS, this::beat);
    }
}
