package dev.sluice.master.application;

import dev.sluice.net.runfile.ThreadTime;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A thread that runs what calls the application, or its source. */
final class TurnsThread implements Turns {
    private final Thread thread;
    private final Consumer<Throwable> crashed;
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();
    /** Odd while a task runs. */
    private final AtomicLong tasks = new AtomicLong();

    private volatile boolean sleeping;
    private volatile boolean closed;

    /** Makes the thread; {@code crashed} is told on it of what a task did not catch, after which no task runs. */
    TurnsThread(String name, Consumer<Throwable> crashed) {
        this.crashed = crashed;
        this.thread = new Thread(this::work, name);
        // The thread may be inside user code that never returns; it must not keep the process alive.
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
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

    @Override
    public Optional<Running> running() {
        long task = tasks.get();
        return task % 2 == 0 ? Optional.empty() : Optional.of(new Running(task, List.of(thread.getStackTrace())));
    }

    private void run(Runnable task) {
        tasks.lazySet(tasks.get() + 1);
        task.run();
        tasks.lazySet(tasks.get() + 1);
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
                run(order);
                worked = true;
            }
            Runnable turn = turns.poll();
            if (turn != null) {
                run(turn);
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
