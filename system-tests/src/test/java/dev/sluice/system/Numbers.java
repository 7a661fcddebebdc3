package dev.sluice.system;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The squares of the numbers below N, in each way in which results travel; writes what it got to a file, which depends
 * on nothing but the options when each unit counted once.
 */
public final class Numbers extends Application<Long, Long, long[]> {
    @Option(names = "--mode", defaultValue = "each")
    private String mode = "each";

    @Option(names = "--units", defaultValue = "1000")
    private long units = 1000;

    @Option(names = "--cycles", defaultValue = "1")
    private int cycles = 1;

    @Option(names = "--compute-millis", defaultValue = "0")
    private long computeMillis;

    @Option(names = "--words", defaultValue = "3", description = "of 8 bytes in each result")
    private int words = 3;

    @Option(names = "--accept-millis", defaultValue = "0")
    private long acceptMillis;

    @Option(names = "--token", defaultValue = "", description = "opens nothing")
    private String token = "";

    @Option(
            names = "--stuck",
            description = "a file: who computes the unit in the middle makes it, or goes on when it is there; who has"
                    + " made it does not come back")
    private @Nullable Path stuck;

    @Option(names = "--last-awaits", description = "a file without which the last unit of the last cycle does not end")
    private @Nullable Path lastAwaits;

    @Option(names = "--slow-until", description = "a file: when it is there, units take no --compute-millis any more")
    private @Nullable Path slowUntil;

    @Option(names = "--held", description = "a file: no unit ends while it is there")
    private @Nullable Path held;

    @Option(names = "--computed", description = "a file that grows by a byte with each unit that is computed")
    private @Nullable Path computed;

    @Option(names = "--out")
    private @Nullable Path out;

    private final StringBuilder text = new StringBuilder();
    private BitSet seen = new BitSet();
    private long[] sums = new long[0];

    @Override
    public Results<long[]> results() {
        return switch (mode) {
            case "each" -> Results.each();
            case "end" -> Results.atCycleEnd();
            case "sum" -> Accumulation.exact(new long[words], Numbers::plus);
            default -> throw new IllegalArgumentException("--mode: " + mode + " (expected: each, end or sum)");
        };
    }

    private static long[] plus(long[] one, long[] other) {
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }

    @Override
    public Cycle<Long> cycle(int number) {
        seen = new BitSet();
        sums = new long[words];
        return number == cycles - 1 ? Cycle.only(units, (long) number) : Cycle.of(units, (long) number);
    }

    private static void pause(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        for (long left = millis * 1_000_000; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public long[] compute(Long cycle, Long number) throws Exception {
        if (stuck != null && number == units / 2 && stuck.toFile().createNewFile()) {
            new CompletableFuture<Void>().get();
        }
        if (slowUntil == null || !Files.exists(slowUntil)) {
            pause(computeMillis);
        }
        while (lastAwaits != null && number == units - 1 && cycle == cycles - 1 && !Files.exists(lastAwaits)) {
            pause(5);
        }
        while (held != null && Files.exists(held)) {
            pause(5);
        }
        if (computed != null) {
            Files.write(computed, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        long[] result = new long[words];
        Arrays.fill(result, number);
        result[0] = number * number + cycle;
        result[words - 1] = 1;
        return result;
    }

    @Override
    public Verdict accept(long index, long[] result) throws Exception {
        if (seen.get((int) index) || result.length != words || result[0] != index * index + cycleOf(result, index)) {
            throw new IllegalStateException("unit " + index + " came twice or wrong");
        }
        if (acceptMillis != 0) { // a pause of none would yield the processor
            Thread.sleep(acceptMillis);
        }
        seen.set((int) index);
        sums = plus(sums, result);
        return Verdict.CONTINUE;
    }

    private static long cycleOf(long[] result, long index) {
        return result[0] - index * index;
    }

    @Override
    public Verdict accumulated(long[] total) {
        sums = total;
        return Verdict.CONTINUE;
    }

    @Override
    public Verdict endCycle(int number) {
        text.append(number)
                .append(' ')
                .append(sums[0])
                .append(' ')
                .append(Arrays.hashCode(sums))
                .append(' ')
                .append(sums[words - 1])
                .append('\n');
        return Verdict.CONTINUE;
    }

    @Override
    public void complete() throws Exception {
        if (out != null) {
            Files.writeString(out, text);
        }
    }
}
