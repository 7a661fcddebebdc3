package dev.sluice.benchmarks.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Units of a drawn profile. A unit computes for a share of its time and sleeps for the rest, on some hosts faster than
 * on others. Results are arrays whose first number is the number of units in them.
 */
public final class ProfileUnits extends Application<byte[], byte[], byte[]> {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int LEAST_BYTES = Long.BYTES;
    private static final int SPINS = 1_000;

    @Option(names = "--cycles", defaultValue = "1")
    private int cycles;

    @Option(names = "--units", defaultValue = "100", description = "of each cycle")
    private long units;

    @Option(names = "--micros", defaultValue = "10000", description = "of a unit on a host of speed 1")
    private long micros;

    @Option(names = "--cpu-share", defaultValue = "0", description = "of the time of a unit")
    private double cpuShare;

    @Option(names = "--input", defaultValue = "8", description = "bytes of a unit")
    private int inputBytes;

    @Option(names = "--result", defaultValue = "8", description = "bytes of a result, at least 8")
    private int resultBytes;

    @Option(names = "--setup", defaultValue = "8", description = "bytes of a setup")
    private int setupBytes;

    @Option(names = "--results", defaultValue = "each", description = "each, deferred or accumulated")
    private String results = "each";

    @Option(names = "--speed", paramLabel = "HOST=SPEED", split = ",", description = "of hosts that are not of speed 1")
    private Map<String, Double> speeds = Map.of();

    private double speed;
    private long counted;

    @Override
    protected void initialize() throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        speed = speeds.getOrDefault(host, 1.0);
    }

    @Override
    public OptionalInt expectedCycles() {
        return OptionalInt.of(cycles);
    }

    @Override
    public Cycle<byte[]> cycle(int number) {
        counted = 0;
        return new Cycle<>(units, new byte[setupBytes], number == cycles - 1);
    }

    @Override
    public byte[] unit(long index) {
        return new byte[inputBytes];
    }

    @Override
    public byte[] compute(byte[] setup, byte[] unit) {
        long begun = System.nanoTime();
        long nanos = Math.round(1000 * micros / speed);
        long cpuNanos = Math.round(nanos * cpuShare);
        if (cpuNanos > 0) {
            spin(cpuNanos);
        }
        // A loaded host takes longer to compute, but sleeps no longer than others.
        long end = cpuNanos > 0 ? System.nanoTime() + nanos - cpuNanos : begun + nanos;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return ByteBuffer.allocate(Math.max(LEAST_BYTES, resultBytes))
                .putLong(1)
                .array();
    }

    private static void spin(long cpuNanos) {
        long end = THREADS.getCurrentThreadCpuTime() + cpuNanos;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < SPINS; i++) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public Results<byte[]> results() {
        return switch (results) {
            case "each" -> Results.each();
            case "deferred" -> Results.atCycleEnd();
            default -> Accumulation.exact(new byte[0], ProfileUnits::merged);
        };
    }

    private static byte[] merged(byte[] one, byte[] other) {
        if (one.length == 0 || other.length == 0) {
            return one.length == 0 ? other : one;
        }
        byte[] sum = new byte[one.length];
        for (int i = LEAST_BYTES; i < sum.length; i++) {
            sum[i] = (byte) (one[i] ^ other[i]);
        }
        ByteBuffer.wrap(sum)
                .putLong(ByteBuffer.wrap(one).getLong() + ByteBuffer.wrap(other).getLong());
        return sum;
    }

    @Override
    public Verdict accept(long index, byte[] result) {
        counted += ByteBuffer.wrap(result).getLong();
        return Verdict.CONTINUE;
    }

    @Override
    public Verdict accumulated(byte[] total) {
        counted += ByteBuffer.wrap(total).getLong();
        return Verdict.CONTINUE;
    }

    @Override
    public Verdict endCycle(int number) {
        if (counted != units) {
            throw new IllegalStateException(
                    "cycle " + number + " has results of " + counted + " units (expected: " + units + ")");
        }
        return Verdict.CONTINUE;
    }
}
