package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The outcome of one start of a program.
 *
 * @param startMillis from starting the process to the first accepted unit
 * @param otherCpuPercent share of the machine's processors that other processes used during the run; the noise
 * @param cycles timed cycles, the warm-up first
 * @param log output of the program
 */
public record Run(long startMillis, double otherCpuPercent, List<Timing> cycles, Path log) {

    public Run {
        cycles = List.copyOf(cycles);
    }

    Timing warmUp() {
        return cycles.get(0);
    }

    /** Compute time of all slots in a cycle, as printed by {@code FarUnits} [s]. */
    public double computeSeconds(int cycle) throws IOException {
        String start = "compute " + cycle + " ";
        for (String line : Files.readAllLines(log)) {
            if (line.startsWith(start)) {
                return Long.parseLong(line.substring(start.length())) * 1e-9;
            }
        }
        throw new IOException(log + " (expected: a line '" + start + "NANOS')");
    }

    List<Timing> timed() {
        return cycles.subList(1, cycles.size());
    }
}
