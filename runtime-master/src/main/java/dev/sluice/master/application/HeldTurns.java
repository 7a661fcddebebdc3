package dev.sluice.master.application;

import java.util.ArrayDeque;
import java.util.Deque;

/** Turns that can be held back, while results of earlier masters go before them. */
final class HeldTurns {
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    /** Confined to the application's thread, as {@link #waiting} is. */
    private boolean held;

    /** The task as a turn that waits while turns are held. */
    Runnable holdable(Runnable task) {
        return () -> {
            if (held) {
                waiting.add(task);
            } else {
                task.run();
            }
        };
    }

    /** Holds turns back from now on. */
    void hold() {
        held = true;
    }

    /** Holds no more turns back; those that wait are run by {@link #runWaiting}. */
    void release() {
        held = false;
    }

    /** Runs the turns that wait, until one of them holds the others back again. */
    void runWaiting() {
        while (!held && !waiting.isEmpty()) {
            waiting.removeFirst().run();
        }
    }
}
