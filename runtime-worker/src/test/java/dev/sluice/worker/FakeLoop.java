package dev.sluice.worker;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A loop that the test drives: tasks run when the test says so, on the test's thread, and time stands until it is
 * moved.
 */
public final class FakeLoop implements Loop {
    private record Timed(long atNanos, long order, Runnable task) {}

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final PriorityQueue<Timed> timed = new PriorityQueue<>((a, b) ->
            a.atNanos() != b.atNanos() ? Long.compare(a.atNanos(), b.atNanos()) : Long.compare(a.order(), b.order()));
    private long nowNanos = 1_000_000_000_000L;
    private long order;

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public synchronized Cancellable schedule(long delayNanos, Runnable task) {
        Timed entry = new Timed(nowNanos + delayNanos, order++, task);
        timed.add(entry);
        return () -> {
            synchronized (this) {
                timed.remove(entry);
            }
        };
    }

    @Override
    public synchronized long nanoTime() {
        return nowNanos;
    }

    /** Runs what waits. */
    public void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Moves time on, running what falls due on the way in its order. */
    public void advance(long nanos) {
        long end = nanoTime() + nanos;
        run();
        for (Timed next = due(end); next != null; next = due(end)) {
            next.task().run();
            run();
        }
        jump(end);
    }

    /** Moves time on at once, as after a pause of the process; what fell due runs then. */
    public void pause(long nanos) {
        jump(nanoTime() + nanos);
        advance(0);
    }

    private synchronized void jump(long to) {
        nowNanos = Math.max(nowNanos, to);
    }

    private synchronized Timed due(long end) {
        if (timed.isEmpty() || timed.peek().atNanos() > end) {
            return null;
        }
        Timed next = timed.poll();
        nowNanos = Math.max(nowNanos, next.atNanos());
        return next;
    }

    /** Returns whether a task is scheduled. */
    synchronized boolean hasTimers() {
        return !timed.isEmpty();
    }
}
