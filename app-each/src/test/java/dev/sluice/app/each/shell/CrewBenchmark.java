package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Compares the time of a start by a crew with that by {@code xargs -P}, in alternating rounds. Not a test. */
final class CrewBenchmark {
    private static final int THREADS = 2;

    /** Length of a tick in /proc/self/stat [ms]. */
    private static final double TICK_MILLIS = 10;

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private CrewBenchmark() {}

    public static void main(String[] args) throws Exception {
        int starts = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        for (int round = 0; round < rounds; round++) {
            long[] crew = measure(() -> runCrew(starts));
            long[] xargs = measure(() -> runXargs(starts));
            System.out.printf(
                    Locale.ROOT,
                    "one start: crew %.2f ms (processor %.2f), xargs -P%d %.2f ms (processor %.2f), ratio %.2f"
                            + " (%.2f)%n",
                    crew[0] / 1e6 / starts,
                    crew[1] * TICK_MILLIS / starts,
                    THREADS,
                    xargs[0] / 1e6 / starts,
                    xargs[1] * TICK_MILLIS / starts,
                    (double) crew[0] / xargs[0],
                    (double) crew[1] / xargs[1]);
        }
    }

    /** Returns the time [ns] and the processor time of this process and its ended children [ticks]. */
    private static long[] measure(Work work) throws Exception {
        long ticks = ticks();
        long start = System.nanoTime();
        work.run();
        return new long[] {System.nanoTime() - start, ticks() - ticks};
    }

    private static long ticks() throws IOException {
        String[] fields =
                Files.readString(Path.of("/proc/self/stat")).split("\\) ")[1].split(" ");
        long ticks = 0;
        for (int index = 11; index <= 14; index++) {
            ticks += Long.parseLong(fields[index]);
        }
        return ticks;
    }

    private static void runCrew(int starts) throws Exception {
        try (CommandCrew crew = Commands.crew()) {
            AtomicInteger next = new AtomicInteger();
            Thread[] threads = new Thread[THREADS];
            for (int index = 0; index < THREADS; index++) {
                threads[index] = new Thread(() -> {
                    while (next.getAndIncrement() < starts) {
                        try {
                            if (!Commands.run(crew, Commands.program("true")).succeeded()) {
                                throw new AssertionError("true failed");
                            }
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }
                });
                threads[index].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void runXargs(int starts) throws Exception {
        Process xargs = new ProcessBuilder("sh", "-c", "seq " + starts + " | xargs -n1 -P" + THREADS + " true")
                .inheritIO()
                .start();
        if (!xargs.waitFor(10, TimeUnit.MINUTES)) {
            throw new AssertionError("xargs has not ended");
        }
    }
}
