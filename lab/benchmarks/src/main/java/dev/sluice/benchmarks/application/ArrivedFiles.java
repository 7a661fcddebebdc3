package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Finds out when the files of a run reached its hosts, whose clocks are one. Workers fetch their files in order: the
 * last byte of the small file {@code first} arrives just before the file {@code second} begins. Units are repeated
 * until every worker has computed one. Prints {@code arrived HOSTS BEGIN END} [ms since the epoch]: when the first host
 * began, and when the last one had everything.
 */
public final class ArrivedFiles extends TimedUnits<byte[]> {
    private static final int MOST_ROUNDS = 1_000;
    private static final long UNIT_NANOS = 20_000_000;

    /** Identifies this process, since process ids of different hosts may coincide. */
    private static final long PROCESS = new SecureRandom().nextLong();

    @Option(names = "--workers", required = true, description = "processes that are awaited")
    private int workers;

    /** When the files arrived, by process: begin and end [ms since the epoch]. */
    private final Map<Long, long[]> arrivals = new HashMap<>();

    /** Rounds before the counted cycle. */
    private int rounds;

    private boolean gathered;

    @Override
    public Cycle<None> cycle(int number) {
        if (gathered) {
            return master.cycle(number - rounds, None.NONE);
        }
        if (rounds == MOST_ROUNDS) {
            throw new IllegalStateException(
                    arrivals.size() + " workers have their files (expected: " + workers + "); see why others have not");
        }
        rounds++;
        return new Cycle<>(4L * workers, None.NONE, false);
    }

    @Override
    public byte[] compute(None setup, Long unit) throws IOException {
        LockSupport.parkNanos(UNIT_NANOS);
        return ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(PROCESS)
                .putLong(Files.getLastModifiedTime(file("first")).toMillis())
                .putLong(Files.getLastModifiedTime(file("second")).toMillis())
                .array();
    }

    @Override
    public Verdict accept(long index, byte[] result) {
        ByteBuffer read = ByteBuffer.wrap(result);
        arrivals.put(read.getLong(), new long[] {read.getLong(), read.getLong()});
        return gathered ? master.accepted() : Verdict.CONTINUE;
    }

    @Override
    public Verdict endCycle(int number) {
        if (gathered) {
            return master.endCycle();
        }
        gathered = arrivals.size() >= workers;
        return Verdict.CONTINUE;
    }

    @Override
    public void complete() throws Exception {
        long begin = arrivals.values().stream().mapToLong(each -> each[0]).min().orElseThrow();
        long end = arrivals.values().stream().mapToLong(each -> each[1]).max().orElseThrow();
        System.out.println("arrived " + arrivals.size() + " " + begin + " " + end);
        super.complete();
    }
}
