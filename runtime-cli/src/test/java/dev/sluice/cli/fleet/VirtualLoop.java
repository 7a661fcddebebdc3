package dev.sluice.cli.fleet;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A loop whose time the test moves. */
final class VirtualLoop implements Loop {
    private record Timed(long atNanos, long order, Runnable task) {}

    private final PriorityQueue<Timed> timed =
            new PriorityQueue<>(Comparator.comparingLong(Timed::atNanos).thenComparingLong(Timed::order));
    private long nowNanos = 1_000_000_000_000L;
    private long order;

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        schedule(0, task);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Timed entry = new Timed(nowNanos + delayNanos, order++, task);
        timed.add(entry);
        return () -> timed.remove(entry);
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** Runs what is due in this time. */
    void pass(long nanos) {
        long end = nowNanos + nanos;
        while (!timed.isEmpty() && timed.peek().atNanos() <= end) {
            Timed next = timed.poll();
            nowNanos = next.atNanos();
            next.task().run();
        }
        nowNanos = end;
    }
}
