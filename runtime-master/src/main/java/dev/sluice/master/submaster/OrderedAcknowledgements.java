package dev.sluice.master.submaster;

import dev.sluice.master.AcceptTask;
import dev.sluice.master.Acknowledgements;
import dev.sluice.master.WorkerConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Acknowledges messages with results from below in the order in which each connection brought them, although they
 * become safe above in any order. Confined to the loop.
 */
final class OrderedAcknowledgements {
    private final Acknowledgements acknowledgements;

    /** Messages that are not acknowledged, by their connection. */
    private final Map<WorkerConnection, Deque<Arrived>> unsafe = new HashMap<>();

    private static final class Arrived {
        final AcceptTask task;
        boolean safe;

        Arrived(AcceptTask task) {
            this.task = task;
        }
    }

    OrderedAcknowledgements(Acknowledgements acknowledgements) {
        this.acknowledgements = acknowledgements;
    }

    /** Records that a message arrived; returns what to run when its results are safe. */
    Runnable add(AcceptTask task) {
        Arrived arrived = new Arrived(task);
        unsafe.computeIfAbsent(task.connection(), connection -> new ArrayDeque<>())
                .addLast(arrived);
        return () -> safe(arrived);
    }

    private void safe(Arrived arrived) {
        arrived.safe = true;
        WorkerConnection connection = arrived.task.connection();
        Deque<Arrived> before = unsafe.get(connection);
        while (before != null && !before.isEmpty() && before.peekFirst().safe) {
            acknowledgements.safe(before.removeFirst().task);
        }
        if (before != null && before.isEmpty()) {
            unsafe.remove(connection);
        }
    }
}
