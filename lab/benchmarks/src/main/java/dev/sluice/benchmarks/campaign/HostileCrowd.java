package dev.sluice.benchmarks.campaign;

import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The hostile peers of one run, each with a thread and an address of its own, and the silent sockets. */
final class HostileCrowd implements AutoCloseable {
    /** The names of the hosts that they pretend to be begin so. A number follows. */
    static final String HOST = "hostile";

    static final int PEERS = 8;

    private static final int MOST_CLAIMS = 10_000;

    /**
     * Units that a hostile session was given.
     *
     * @param owner number of its peer
     */
    record Claim(int owner, long attempt, long nonce, long unit) {}

    private final RunFile run;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Map<HostileAttack, Integer> sessions = new EnumMap<>(HostileAttack.class);
    private final AtomicLong messages = new AtomicLong();
    private final SilentSockets silent;
    private long hoarded;
    private volatile boolean over;

    private HostileCrowd(RunFile run) throws IOException {
        this.run = run;
        this.silent = SilentSockets.open(run.addresses().get(0).getPort());
    }

    /** Begins the attack. */
    static HostileCrowd begin(RunFile run, long seed) throws IOException {
        HostileCrowd crowd = new HostileCrowd(run);
        SplittableRandom random = new SplittableRandom(seed);
        for (int number = 1; number <= PEERS; number++) {
            InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + number)});
            Thread thread = new Thread(new HostileWorker(number, crowd, random.split(), from), HOST + number);
            thread.setDaemon(true);
            crowd.threads.add(thread);
        }
        crowd.threads.forEach(Thread::start);
        return crowd;
    }

    RunFile run() {
        return run;
    }

    boolean isOver() {
        return over;
    }

    void said() {
        messages.incrementAndGet();
    }

    synchronized void sessionBegun(HostileAttack attack) {
        sessions.merge(attack, 1, Integer::sum);
    }

    synchronized void claimed(Claim claim, long units) {
        hoarded += units;
        if (claims.size() < MOST_CLAIMS) {
            claims.add(claim);
        }
    }

    /** A unit that another peer of the crowd was given; null if there is none. */
    synchronized @Nullable Claim claimOfAnother(int number, RandomGenerator random) {
        if (claims.isEmpty()) {
            return null;
        }
        Claim claim = claims.get(random.nextInt(claims.size()));
        return claim.owner() == number ? null : claim;
    }

    /** Messages sent so far. */
    long messages() {
        return messages.get();
    }

    /** Sessions so far, by their attack. */
    synchronized Map<HostileAttack, Integer> sessions() {
        return new EnumMap<>(sessions);
    }

    /** Units that were given to hostile sessions. */
    synchronized long hoarded() {
        return hoarded;
    }

    /** Connections that said nothing, from the first to the last. */
    long silent() {
        return silent.opened();
    }

    /** Ends the attack. */
    @Override
    public void close() throws IOException, InterruptedException {
        over = true;
        silent.close();
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(20));
        }
    }
}
