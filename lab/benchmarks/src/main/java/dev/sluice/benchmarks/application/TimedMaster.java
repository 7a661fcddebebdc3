package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.TimedCycles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The master's side shared by these applications: timed cycles of units. Called serially. */
final class TimedMaster {
    @Option(names = "--cycles", required = true, description = "WARM_UP,UNITSxTIMES,…")
    private String cycles = "";

    @Option(names = "--figures", description = "where to leave the timings")
    private @Nullable Path figures;

    @Option(
            names = "--gate",
            description =
                    "cycles begin when this file is there; then what each takes of the master's processor is said")
    private @Nullable Path gate;

    private final TimedCycles timed = new TimedCycles();
    private int cycle;
    private long cpuNanos;

    <S> Cycle<S> cycle(int number, S setup) {
        if (gate != null) {
            await(gate);
            cycle = number;
            cpuNanos = processCpuNanos();
        }
        Cycles all = Cycles.parse(cycles);
        timed.begin(all.units(number));
        return new Cycle<>(all.units(number), setup, number == all.count() - 1);
    }

    Verdict accepted() {
        timed.finished(1);
        return Verdict.CONTINUE;
    }

    Verdict endCycle() {
        timed.end();
        if (gate != null) {
            System.out.println("cpu " + cycle + " " + (processCpuNanos() - cpuNanos));
        }
        return Verdict.CONTINUE;
    }

    private static void await(Path file) {
        try {
            while (!Files.exists(file)) {
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before there was a " + file, e);
        }
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    void complete() throws IOException {
        if (figures != null) {
            timed.write(figures);
        }
    }
}
