package dev.sluice.net.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * A loop in virtual time: tasks run on the test's thread, in their order, and the clock moves only to the next timer.
 * All masters and workers of a test share one, so that a test has one order of events and repeats itself exactly.
 */
public final class FakeLoop implements Loop {
    private record Timed(long atNanos, long order, Runnable task) {}

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timed> timed = new PriorityQueue<>((a, b) ->
            a.atNanos() != b.atNanos() ? Long.compare(a.atNanos(), b.atNanos()) : Long.compare(a.order(), b.order()));
    private final List<Runnable> checks = new ArrayList<>();
    private long nowNanos = 1_000_000_000_000L;
    private long spentNanos;
    private long order;

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        tasks.addLast(task);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Timed entry = new Timed(nanoTime() + Math.max(0, delayNanos), order++, task);
        timed.add(entry);
        return () -> timed.remove(entry);
    }

    /** Virtual time [ns]: that of the last timer, and what the running task has spent. */
    @Override
    public long nanoTime() {
        return nowNanos + spentNanos;
    }

    /** The running task computes for so long [ns]. Whoever runs the task takes it with {@link #takeSpent}. */
    public void spend(long nanos) {
        spentNanos += nanos;
    }

    /** The time spent since the last call [ns]; the clock is back where it was. */
    public long takeSpent() {
        long spent = spentNanos;
        spentNanos = 0;
        return spent;
    }

    /** Runs after each task: what must hold at any time. */
    public void afterEachTask(Runnable check) {
        checks.add(check);
    }

    /** Runs until the condition holds; false when it does not within this time [ns]. */
    public boolean runUntil(BooleanSupplier condition, long nanos) {
        long end = nowNanos + nanos;
        while (!condition.getAsBoolean()) {
            if (!step(end)) {
                return false;
            }
        }
        return true;
    }

    /** The clock jumps ahead [ns], as when the computer sleeps; what fell due meanwhile is late. */
    public void jump(long nanos) {
        nowNanos += nanos;
    }

    /** Moves the clock on, and runs what falls due on the way [ns]. */
    public void advance(long nanos) {
        long end = nowNanos + nanos;
        while (step(end)) {
            // until nothing is due
        }
        nowNanos = end;
    }

    private boolean step(long endNanos) {
        Runnable next = tasks.pollFirst();
        if (next == null) {
            Timed timer = timed.peek();
            if (timer == null || timer.atNanos() > endNanos) {
                return false;
            }
            timed.remove();
            nowNanos = Math.max(nowNanos, timer.atNanos());
            next = timer.task();
        }
        next.run();
        if (spentNanos != 0) {
            throw new IllegalStateException("a task spent time that nobody took");
        }
        checks.forEach(Runnable::run);
        return true;
    }
}
