package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Option;

/**
 * Cycle after cycle of units that all take the same processor time, until it has been enough. Who computes one writes
 * it down when it is done: {@code cycle unit host milliseconds}. The setup of a cycle is its number.
 */
public final class Turns extends Application<Integer, Long, Long> {
    @Option(names = "--units", required = true)
    long units;

    @Option(names = "--cpu-millis", required = true)
    long cpuMillis;

    @Option(names = "--turns", required = true)
    Path turns;

    /** Once this file is there, the cycle is the last. */
    @Option(names = "--enough", required = true)
    Path enough;

    @Override
    protected Cycle<Integer> cycle(int number) {
        return Cycle.of(units, number);
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected Long compute(Integer cycle, Long unit) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begun = System.nanoTime();
        long end = threads.getCurrentThreadCpuTime() + cpuMillis * 1_000_000;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
        long millis = (System.nanoTime() - begun) / 1_000_000;
        String host = InetAddress.getLocalHost().getHostName();
        String line = cycle + " " + unit + " " + host + " " + millis + System.lineSeparator();
        Files.writeString(turns, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return unit;
    }

    @Override
    protected Verdict accept(long index, Long result) {
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        return Files.exists(enough) ? Verdict.APPLICATION_COMPLETE : Verdict.CONTINUE;
    }
}
