package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Units that sleep for the times of {@link UnevenTimes}, on workers of which one is slow. */
public final class UnevenUnits extends TimedUnits<Long> {
    @Option(names = "--slow-place", required = true, description = "the worker process that creates this file is slow")
    private @Nullable Path slowPlace;

    @Option(names = "--slowness", defaultValue = "4", description = "how many times longer its units take")
    private int slowness;

    private int cycle;

    /** Factor of unit times in this process; 0 before the first unit. Guarded by this. */
    private int factor;

    @Override
    public Cycle<None> cycle(int number) {
        cycle = number;
        return super.cycle(number);
    }

    @Override
    public Long unit(long index) {
        return UnevenTimes.nanos(cycle, index);
    }

    @Override
    public Long compute(None setup, Long nanos) throws IOException {
        long end = System.nanoTime() + factor() * nanos;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return nanos;
    }

    private synchronized int factor() throws IOException {
        if (factor == 0 && slowPlace != null) {
            try {
                Files.createFile(slowPlace);
                factor = slowness;
            } catch (FileAlreadyExistsException another) {
                factor = 1;
            }
        }
        return factor;
    }
}
