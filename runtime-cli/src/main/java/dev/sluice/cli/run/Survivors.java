package dev.sluice.cli.run;

import dev.sluice.launch.Survivor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Workers of earlier masters that join a run that goes on before it starts others. Written on the master loop, read by
 * the run's thread.
 */
final class Survivors {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_MILLIS = 20;

    private final List<Survivor> joined = new ArrayList<>();
    private final CompletableFuture<Void> cycle = new CompletableFuture<>();

    /** Units can be adopted from now on. */
    void cycleBegun() {
        cycle.complete(null);
    }

    synchronized void joined(String host, long pid) {
        joined.add(new Survivor(host, pid));
    }

    /** Waits until a cycle is open, or the run has ended. */
    void awaitCycle(CompletableFuture<?> ended) {
        CompletableFuture.anyOf(cycle, ended).join();
    }

    /**
     * Waits for workers: for a second if none comes, else for three. Fewer than {@code expected} are waited for, all of
     * them are not.
     */
    synchronized List<Survivor> await(int expectedSlots, CompletableFuture<?> ended) throws InterruptedException {
        long begun = System.nanoTime();
        while (!ended.isDone()) {
            long passed = System.nanoTime() - begun;
            if (passed >= (joined.isEmpty() ? FIRST_NANOS : ALL_NANOS) || joined.size() >= expectedSlots) {
                break;
            }
            wait(LOOK_MILLIS);
        }
        return List.copyOf(joined);
    }
}
