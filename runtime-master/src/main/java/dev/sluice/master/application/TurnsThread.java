package dev.sluice.master.application;

import dev.sluice.net.runfile.ThreadTime;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The thread {@code sluice-application}, which runs what calls the application. */
final class TurnsThread implements Turns {
    private final Thread thread;
    private final Consumer<Throwable> crashed;
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
    private volatile boolean sleeping;
    private volatile boolean closed;

    /** Makes the thread; {@code crashed} is told on it of what a task did not catch, after which no task runs. */
    TurnsThread(Consumer<Throwable> crashed) {
        this.crashed = crashed;
        this.thread = new Thread(this::work, "sluice-application");
        // The thread may be inside user code that never returns; it must not keep the process alive.
        thread.setDaemon(true);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void order(Runnable task) {
        orders.add(task);
        wake();
    }

    @Override
    public void turn(Runnable task) {
        turns.add(task);
        wake();
    }

    @Override
    public void close() {
        closed = true;
        wake();
    }

    @Override
    public boolean awaitEnd(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    @Override
    public long cpuNanos() {
        return ThreadTime.of(thread);
    }

    private void wake() {
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    private void work() {
        try {
            runTasks();
        } catch (RuntimeException | Error why) {
            crashed.accept(why);
        }
    }

    private void runTasks() {
        while (!closed) {
            boolean worked = false;
            for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
                order.run();
                worked = true;
            }
            Runnable turn = turns.poll();
            if (turn != null) {
                turn.run();
                worked = true;
            }
            if (!worked) {
                sleep();
            }
        }
        for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
            turn.run(); // releases what it holds; nothing is accepted any more
        }
    }

    private void sleep() {
        sleeping = true;
        if (orders.isEmpty() && turns.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        sleeping = false;
    }
}
