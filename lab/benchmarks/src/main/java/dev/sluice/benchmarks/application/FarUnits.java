package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Units that sleep, or are done at once, with a result of any size, on workers of other hosts. The warm-up cycle is
 * repeated, and not timed, until every worker has taken part in one of its rounds, so that no worker starts during
 * measurements. Prints a line {@code compute CYCLE NANOS} for each timed cycle: the compute time of all slots together.
 */
public final class FarUnits extends TimedUnits<byte[]> {
    private static final int HEAD_BYTES = 2 * Long.BYTES;
    private static final int MOST_ROUNDS = 200;

    /** Identifies this process, since process ids of different hosts may coincide. */
    private static final long PROCESS = new SecureRandom().nextLong();

    @Option(names = "--workers", required = true, description = "processes that are awaited")
    private int workers;

    @Option(names = "--compute-micros", defaultValue = "0")
    private long computeMicros;

    @Option(names = "--bytes", defaultValue = "16", description = "of a result, at least 16")
    private int bytes;

    private final Set<Long> processes = new HashSet<>();

    /** Rounds before the first counted cycle. */
    private int rounds;

    private boolean gathered;
    private long computeNanos;

    @Override
    public Cycle<None> cycle(int number) {
        computeNanos = 0;
        if (gathered) {
            return master.cycle(number - rounds, None.NONE);
        }
        if (rounds == MOST_ROUNDS) {
            throw new IllegalStateException(processes.size() + " workers took part in the last of " + rounds
                    + " rounds (expected: " + workers + "); see why the others did not join");
        }
        processes.clear();
        rounds++;
        return new Cycle<>(4L * workers, None.NONE, false);
    }

    @Override
    public byte[] compute(None setup, Long unit) {
        long begun = System.nanoTime();
        long end = begun + 1000 * computeMicros;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        ByteBuffer result = ByteBuffer.allocate(bytes);
        return result.putLong(PROCESS).putLong(System.nanoTime() - begun).array();
    }

    @Override
    public Verdict accept(long index, byte[] result) {
        if (result.length != bytes || bytes < HEAD_BYTES) {
            throw new IllegalStateException("unit " + index + " gave " + result.length + " bytes (expected: " + bytes
                    + ", at least " + HEAD_BYTES + ")");
        }
        ByteBuffer head = ByteBuffer.wrap(result);
        processes.add(head.getLong());
        computeNanos += head.getLong();
        return gathered ? master.accepted() : Verdict.CONTINUE;
    }

    @Override
    public Verdict endCycle(int number) {
        if (gathered) {
            System.out.println("compute " + (number - rounds) + " " + computeNanos);
            return master.endCycle();
        }
        gathered = processes.size() >= workers;
        return Verdict.CONTINUE;
    }
}
