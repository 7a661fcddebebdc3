package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Units that compute nothing. The master's side checks that each comes once, with its own result, and weighs the live
 * heap of the master in the middle of each cycle: lines {@code units bytes} in a file. What it keeps itself is as large
 * in a short cycle as in a long one.
 */
public final class EmptyUnits extends Application<None, Long, Long> {
    @Option(names = "--cycles", required = true, split = ",")
    List<Long> cycles;

    @Option(names = "--weights", required = true)
    Path weights;

    private BitSet seen;
    private long units;
    private long accepted;

    @Override
    protected Cycle<None> cycle(int number) {
        seen = new BitSet(
                Math.toIntExact(cycles.stream().mapToLong(Long::longValue).max().orElseThrow()));
        units = cycles.get(number);
        accepted = 0;
        return new Cycle<>(units, None.NONE, number + 1 == cycles.size());
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected Long compute(None setup, Long unit) {
        return unit;
    }

    @Override
    protected Verdict accept(long index, Long result) throws IOException {
        if (result != index || seen.get((int) index)) {
            throw new IllegalStateException("result " + result + " of unit " + index + " (expected: its own, once)");
        }
        seen.set((int) index);
        accepted++;
        // Late enough for whatever grows with units to have grown, early enough for it not to be forgotten again.
        if (accepted == units / 10 * 5 || accepted == units / 10 * 9) {
            weigh();
        }
        return Verdict.CONTINUE;
    }

    private void weigh() throws IOException {
        System.gc();
        long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        write(units + " " + bytes);
    }

    private void write(String line) throws IOException {
        Files.writeString(weights, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    protected Verdict endCycle(int number) {
        if (accepted != units || seen.cardinality() != units) {
            throw new IllegalStateException(accepted + " units accepted (expected: " + units + ")");
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        write("complete");
    }
}
