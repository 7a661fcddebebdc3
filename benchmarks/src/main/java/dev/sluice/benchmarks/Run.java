package dev.sluice.benchmarks;

import dev.sluice.benchmarks.timing.Timing;
import java.nio.file.Path;
import java.util.List;

/**
 * What one start of a program gave.
 *
 * @param startMillis from starting the process to the first accepted unit
 * @param otherCpuPercent share of the machine's processors that anything else used meanwhile; the noise
 * @param cycles timed cycles, the warm-up first
 * @param log what the program printed
 */
record Run(long startMillis, double otherCpuPercent, List<Timing> cycles, Path log) {

    Run {
        cycles = List.copyOf(cycles);
    }

    Timing warmUp() {
        return cycles.get(0);
    }

    List<Timing> timed() {
        return cycles.subList(1, cycles.size());
    }
}
