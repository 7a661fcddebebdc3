package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Units that compute nothing, in cycles that wait for all workers: the first cycle begins when a file is there. Says
 * what each cycle took of the master's processor.
 */
public final class GatedUnits extends Application<None, Long, Long> {
    @Mixin
    private final TimedMaster master = new TimedMaster();

    @Option(names = "--gate", required = true, description = "the first cycle begins when this file is there")
    private @Nullable Path gate;

    private long cpuNanos;

    @Override
    public Cycle<None> cycle(int number) throws InterruptedException {
        while (gate != null && !Files.exists(gate)) {
            Thread.sleep(50);
        }
        cpuNanos = processCpuNanos();
        return master.cycle(number, None.NONE);
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    @Override
    public Long unit(long index) {
        return index;
    }

    @Override
    public Long compute(None setup, Long unit) {
        return unit;
    }

    @Override
    public Verdict accept(long index, Long result) {
        if (result != index) {
            throw new IllegalStateException("result " + result + " of unit " + index + " (expected: " + index + ")");
        }
        return master.accepted();
    }

    @Override
    public Verdict endCycle(int number) {
        Verdict verdict = master.endCycle();
        System.out.println("cpu " + number + " " + (processCpuNanos() - cpuNanos));
        return verdict;
    }

    @Override
    public void complete() throws Exception {
        master.complete();
    }
}
