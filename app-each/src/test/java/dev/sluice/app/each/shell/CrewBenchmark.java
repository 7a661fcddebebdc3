package dev.sluice.app.each.shell;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Compares the time of a start by a crew with that by {@code xargs -P}, in alternating rounds. Not a test. */
final class CrewBenchmark {
    private static final int THREADS = 2;

    private CrewBenchmark() {}

    public static void main(String[] args) throws Exception {
        int starts = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        for (int round = 0; round < rounds; round++) {
            long crew = timeCrew(starts);
            long xargs = timeXargs(starts);
            System.out.printf(
                    "crew %.2f ms, xargs -P%d %.2f ms, ratio %.2f%n",
                    crew / 1e6 / starts, THREADS, xargs / 1e6 / starts, (double) crew / xargs);
        }
    }

    private static long timeCrew(int starts) throws Exception {
        long start = System.nanoTime();
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
        return System.nanoTime() - start;
    }

    private static long timeXargs(int starts) throws Exception {
        long start = System.nanoTime();
        Process xargs = new ProcessBuilder("sh", "-c", "seq " + starts + " | xargs -n1 -P" + THREADS + " true")
                .inheritIO()
                .start();
        if (!xargs.waitFor(10, TimeUnit.MINUTES)) {
            throw new AssertionError("xargs has not ended");
        }
        return System.nanoTime() - start;
    }
}
