package dev.sluice.benchmarks.papers;

import dev.sluice.model.simulate.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads as the emulator replays them in one run: a warm-up of short units with small results, then each load in a cycle
 * of its own. Sizes are at least those of the emulator, and the master spends no time on a result. All cycles have the
 * sizes of inputs, setup and accumulated results of the first load, as the emulator has one of each.
 *
 * @param loads each is one cycle long
 * @param warmUps number of units of the warm-up
 */
record Replay(List<? extends Workload> loads, long warmUps) implements Workload {
    private static final long LEAST_INPUT = 24;
    private static final long LEAST_RESULT = 32;
    private static final long LEAST_SETUP = 8;
    private static final long WARM_NANOS = 50_000_000;
    private static final long WARM_BYTES = 1_000;

    Replay {
        loads = List.copyOf(loads);
    }

    /** Writes the units in the form of a run's {@code units.csv}. */
    void write(Path file) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.println("cycle,first_unit,units,started_s,ended_s,outcome,bytes_out");
            for (int cycle = 0; cycle < cycles(); cycle++) {
                for (long unit = 0; unit < units(cycle); unit++) {
                    BigDecimal seconds = BigDecimal.valueOf(computeNanos(cycle, unit), 9);
                    out.println(cycle + "," + unit + ",1,0," + seconds.toPlainString() + ",accepted,"
                            + resultBytes(cycle, unit));
                }
            }
        }
    }

    @Override
    public int cycles() {
        return 1 + loads.size();
    }

    @Override
    public long units(int cycle) {
        return cycle == 0 ? warmUps : loads.get(cycle - 1).units(0);
    }

    @Override
    public long setupBytes(int cycle) {
        return Math.max(LEAST_SETUP, loads.get(0).setupBytes(0));
    }

    @Override
    public long foldedBytes(int cycle) {
        return Math.max(LEAST_RESULT, loads.get(0).foldedBytes(0));
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        return cycle == 0 ? WARM_NANOS : loads.get(cycle - 1).computeNanos(0, unit);
    }

    @Override
    public long inputBytes(int cycle, long unit) {
        return Math.max(LEAST_INPUT, loads.get(0).inputBytes(0, 0));
    }

    @Override
    public long resultBytes(int cycle, long unit) {
        return cycle == 0
                ? WARM_BYTES
                : Math.max(LEAST_RESULT, loads.get(cycle - 1).resultBytes(0, unit));
    }

    @Override
    public long acceptNanos(int cycle, long unit) {
        return 0;
    }
}
