package dev.sluice.benchmarks.light;

import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Many light agents in one process, with real sockets and TLS: {@code LightAgents COUNT UNIT-NANOS AGENT.RUN}. Prints
 * {@code registered COUNT} when the pool has accepted all, and ends when the last session with the pool is over.
 */
public final class LightAgents {
    private static final long BEAT_NANOS = 2_000_000_000L;

    /** Maximum number of concurrent handshakes; more would only wait for each other. */
    private static final int AT_ONCE = 8;

    private final Transport transport;
    private final RunFile pool;
    private final int total;
    private final long unitNanos;
    private final List<LightAgent> agents = new ArrayList<>();
    private final CountDownLatch left;
    private int accepted;

    private LightAgents(Transport transport, RunFile pool, int total, long unitNanos) {
        this.transport = transport;
        this.pool = pool;
        this.total = total;
        this.unitNanos = unitNanos;
        this.left = new CountDownLatch(total);
    }

    public static void main(String[] arguments) throws Exception {
        try (Transport transport = Transport.open("light", 1)) {
            LightAgents all = new LightAgents(
                    transport,
                    RunFile.read(Path.of(arguments[2])),
                    Integer.parseInt(arguments[0]),
                    Long.parseLong(arguments[1]));
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
        String name = "light-" + ProcessHandle.current().pid() + "-" + agents.size();
        LightAgent agent = new LightAgent(transport, name, unitNanos, this::accepted, left::countDown);
        agents.add(agent);
        transport.dial(pool.places().get(0), ClientConfig.of(pool), agent);
    }

    private void accepted() {
        accepted++;
        if (agents.size() < total) {
            dial();
        }
        if (accepted == total) {
            System.out.println("registered " + total);
        }
    }

    private void beat() {
        agents.forEach(LightAgent::beat);
        transport.loop().schedule(BEAT_NANOS, this::beat);
    }
}
