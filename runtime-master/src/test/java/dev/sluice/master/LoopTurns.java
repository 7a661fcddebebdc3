package dev.sluice.master;

import dev.sluice.master.application.Turns;
import dev.sluice.net.session.Loop;
import java.util.ArrayDeque;
import java.util.Deque;

/** Calls the application on the loop: orders before turns, each as a task of its own. */
final class LoopTurns implements Turns {
    private final Loop loop;
    private final Deque<Runnable> orders = new ArrayDeque<>();
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private boolean busy;
    private int missed;

    LoopTurns(Loop loop) {
        this.loop = loop;
    }

    @Override
    public void start() {}

    @Override
    public void order(Runnable task) {
        orders.addLast(task);
        loop.execute(this::next);
    }

    @Override
    public void turn(Runnable task) {
        turns.addLast(task);
        loop.execute(this::next);
    }

    private void next() {
        if (busy) { // waiting for the journal, in virtual time
            missed++;
            return;
        }
        Runnable task = orders.isEmpty() ? turns.pollFirst() : orders.removeFirst();
        if (task != null) {
            busy = true;
            task.run();
            busy = false;
            for (; missed > 0; missed--) {
                loop.execute(this::next);
            }
        }
    }

    @Override
    public void close() {
        orders.clear();
        while (!turns.isEmpty()) {
            turns.removeFirst().run();
        }
    }

    @Override
    public boolean awaitEnd(long millis) {
        return true;
    }

    @Override
    public long cpuNanos() {
        return 0; // the tasks share the loop
    }
}
