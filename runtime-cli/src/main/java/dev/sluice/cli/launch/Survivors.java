package dev.sluice.cli.launch;

import dev.sluice.launch.Survivor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Workers of earlier masters that join a run that goes on before it starts others. Written on the master loop, read by
 * the run's thread.
 */
public final class Survivors {
    /** A worker that looks for its master tries at least every two seconds. */
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(2_200);

    private static final long ALL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_MILLIS = 20;

    private final List<Survivor> joined = new ArrayList<>();

    /** Workers that are not connected, and whether they had asked to leave. */
    private final Map<Survivor, Boolean> away = new HashMap<>();

    private Consumer<Survivor> back = worker -> {};
    private BiConsumer<Survivor, Boolean> left = (worker, inOrder) -> {};
    private final CompletableFuture<Void> cycle = new CompletableFuture<>();

    /** Makes one without workers. */
    public Survivors() {}

    /** Units can be adopted from now on. */
    public void cycleBegun() {
        cycle.complete(null);
    }

    /** A worker has joined, or is back. */
    public synchronized void joined(String host, long pid) {
        Survivor worker = new Survivor(host, pid);
        joined.add(worker);
        away.remove(worker);
        back.accept(worker);
    }

    /** A worker is not connected any more. */
    public synchronized void left(String host, long pid, boolean inOrder) {
        Survivor worker = new Survivor(host, pid);
        away.put(worker, inOrder);
        left.accept(worker, inOrder);
    }

    /** Tells from now on who is connected, beginning with those that are not. */
    public synchronized void watched(Consumer<Survivor> whenBack, BiConsumer<Survivor, Boolean> whenLeft) {
        back = whenBack;
        left = whenLeft;
        away.forEach(whenLeft);
    }

    /** Waits until a cycle is open, or the run has ended. */
    public void awaitCycle(CompletableFuture<?> ended) {
        CompletableFuture.anyOf(cycle, ended).join();
    }

    /** Waits for workers, a little longer once the first has come, but not when there are as many as the slots. */
    public synchronized List<Survivor> await(int expectedSlots, CompletableFuture<?> ended)
            throws InterruptedException {
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
