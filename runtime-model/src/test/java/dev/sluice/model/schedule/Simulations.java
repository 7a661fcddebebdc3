package dev.sluice.model.schedule;

import dev.sluice.model.ledger.Counters;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs many {@link Simulation}s on all cores. It uses only this module's classes, so that it can also be run alone:
 * {@code java -cp target/classes:target/test-classes dev.sluice.model.schedule.Simulations SEEDS [SEED]}.
 */
final class Simulations {
    private static final int EVENTS = 1900;
    private static final int TRACE_LINES = Integer.getInteger("sluice.trace", 120);

    private record Failed(long seed, Throwable why) {}

    private final BitSet visited = new BitSet();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong copiesWon = new AtomicLong();
    private final AtomicLong copiesWasted = new AtomicLong();

    /** The fixed seeds of this class. */
    static long[] seeds(int count) {
        return new SplittableRandom(Simulations.class.getName().hashCode())
                .longs(count)
                .toArray();
    }

    static long[] freshSeeds(int count) {
        return new SecureRandom().longs(count).toArray();
    }

    /** Runs all seeds, or until one fails: then throws an error with its seed and its last events. */
    void run(long[] seeds) throws InterruptedException {
        AtomicReference<Failed> failed = new AtomicReference<>();
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(() -> work(seeds, next, failed), "simulations-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Failed first = failed.get();
        if (first != null) {
            throw new AssertionError(describe(first), first.why);
        }
    }

    private void work(long[] seeds, AtomicInteger next, AtomicReference<Failed> failed) {
        BitSet mine = new BitSet();
        for (int i = next.getAndIncrement(); i < seeds.length && failed.get() == null; i = next.getAndIncrement()) {
            try {
                Simulation simulation = new Simulation(seeds[i], EVENTS, null);
                simulation.run();
                mine.or(simulation.visited());
                events.addAndGet(simulation.master.events);
                Counters counters = simulation.master.scheduler.counters();
                copiesWon.addAndGet(counters.copiesWon());
                copiesWasted.addAndGet(counters.copiesWasted());
            } catch (RuntimeException | Error e) {
                failed.compareAndSet(null, new Failed(seeds[i], e));
            }
        }
        synchronized (visited) {
            visited.or(mine);
        }
    }

    /** The rows of the tables of states that were visited, by {@link Simulation#row}. */
    BitSet visited() {
        synchronized (visited) {
            return (BitSet) visited.clone();
        }
    }

    long events() {
        return events.get();
    }

    long copiesWon() {
        return copiesWon.get();
    }

    long copiesWasted() {
        return copiesWasted.get();
    }

    private static String describe(Failed failed) {
        List<String> trace = new ArrayList<>();
        String again = "did not fail again: the simulation depends on something else than its seed";
        try {
            new Simulation(failed.seed, EVENTS, trace).run();
        } catch (RuntimeException | Error e) {
            again = e.getMessage();
        }
        List<String> end = trace.subList(Math.max(0, trace.size() - TRACE_LINES), trace.size());
        return "With seed " + failed.seed + " (replay: mvn test -pl runtime-model -am -Dtest=SimulationTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.seed=" + failed.seed + "): " + again
                + "\nwhat led to it:\n  " + String.join("\n  ", end);
    }

    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        long[] seeds = arguments.length > 1 ? new long[] {Long.parseLong(arguments[1])} : seeds(count);
        Simulations simulations = new Simulations();
        try {
            simulations.run(seeds);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
        System.out.println(seeds.length + " simulations, " + simulations.events() + " events, "
                + simulations.copiesWon() + " copies won, " + simulations.copiesWasted() + " did not, all is well");
    }
}
