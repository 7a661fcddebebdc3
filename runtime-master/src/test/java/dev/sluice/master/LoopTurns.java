package dev.sluice.master;

import dev.sluice.master.application.Turns;
import dev.sluice.net.session.Loop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Calls the application on the loop: orders before turns, each as a task of its own. */
final class LoopTurns implements Turns {
    private static final List<StackTraceElement> IN_ACCEPT = List.of(
            new StackTraceElement("java.net.Socket", "read", "Socket.java", 1),
            new StackTraceElement("org.example.Sums", "accept", "Sums.java", 40),
            new StackTraceElement("dev.sluice.api.Hosted", "accept", "Hosted.java", 2));

    private final Loop loop;
    private final Deque<Runnable> orders = new ArrayDeque<>();
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private boolean busy;
    private boolean held;
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
        if (busy || held) { // waiting for the journal, or in a method, in virtual time
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

    /** From now on, {@code accept} does not return. */
    void hold() {
        held = true;
    }

    /** It returns. */
    void release() {
        held = false;
        for (; missed > 0; missed--) {
            loop.execute(this::next);
        }
    }

    @Override
    public Optional<Running> running() {
        return held ? Optional.of(new Running(1, IN_ACCEPT)) : Optional.empty();
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
