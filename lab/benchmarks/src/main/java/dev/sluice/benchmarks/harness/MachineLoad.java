package dev.sluice.benchmarks.harness;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Processor time of the whole machine and of this benchmark's processes, to measure the share of other processes. */
public final class MachineLoad {
    private static final Path STAT = Path.of("/proc/stat");
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final Path SELF = Path.of("/proc/self/stat");
    private static final double TICKS_PER_SECOND = 100;
    private static final List<Integer> IDLE_AND_WAIT = List.of(3, 4);
    private static final int STOLEN = 7;

    /**
     * Maximum share of the machine stolen by its host; above it a run is not meaningful. A quiet host steals about 0.2
     * %.
     */
    private static final double MOST_STOLEN_PERCENT = 1;

    /** Maximum tries while the host steals more. */
    private static final int MOST_TRIES = 3;

    /**
     * A measurement.
     *
     * @param stolenPercent share of the machine that its host stole during the measurement
     */
    public record Steady<T>(T value, double stolenPercent) {}

    private MachineLoad() {}

    /** Measures again while the machine's host steals too much; the last try counts in any case. */
    public static <T> Steady<T> steadily(Callable<T> measurement) throws Exception {
        for (int tries = 1; ; tries++) {
            double before = stolenCpuSeconds();
            long startNanos = System.nanoTime();
            T value = measurement.call();
            double stolen =
                    percentOfMachine(stolenCpuSeconds() - before, Duration.ofNanos(System.nanoTime() - startNanos));
            if (stolen <= MOST_STOLEN_PERCENT || tries == MOST_TRIES) {
                return new Steady<>(value, stolen);
            }
            System.err.printf(Locale.ROOT, "the host took %.1f %% of the machine: measured anew%n", stolen);
        }
    }

    /**
     * Processor seconds since the machine started that other processes used, including time stolen by the host; 0 if
     * unknown.
     */
    public static double othersCpuSeconds() throws IOException {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        long[] all = numbers(Files.readAllLines(STAT).get(0), 1);
        long busy = 0;
        for (int i = 0; i < Math.min(8, all.length); i++) {
            busy += IDLE_AND_WAIT.contains(i) ? 0 : all[i];
        }
        return busy / TICKS_PER_SECOND - ownCpuSeconds();
    }

    /** Processor seconds since the machine started that its host stole; 0 if unknown. */
    private static double stolenCpuSeconds() throws IOException {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        long[] all = numbers(Files.readAllLines(STAT).get(0), 1);
        return all.length > STOLEN ? all[STOLEN] / TICKS_PER_SECOND : 0;
    }

    /** Load average of the last minute; 0 if unknown. */
    public static double load() throws IOException {
        return Files.isReadable(LOAD)
                ? Double.parseDouble(Files.readString(LOAD).split(" ")[0])
                : 0;
    }

    /** Processor time of this process and of all processes that it or they have waited for [s]. */
    private static double ownCpuSeconds() throws IOException {
        String text = Files.readString(SELF);
        long[] fields = numbers(text.substring(text.lastIndexOf(')') + 2), 1);
        return (fields[10] + fields[11] + fields[12] + fields[13]) / TICKS_PER_SECOND;
    }

    public static double percentOfMachine(double cpuSeconds, Duration wall) {
        double available = wall.toNanos() / 1e9 * Runtime.getRuntime().availableProcessors();
        return Math.max(0, 100 * cpuSeconds / available);
    }

    private static long[] numbers(String line, int skip) {
        return Arrays.stream(line.strip().split("\\s+"))
                .skip(skip)
                .mapToLong(number -> new BigInteger(number).longValue()) // some fields are unsigned, some are -1
                .toArray();
    }
}
