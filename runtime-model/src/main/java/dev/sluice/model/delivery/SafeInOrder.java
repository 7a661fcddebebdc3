package dev.sluice.model.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Messages with results from below a sub-master, which become safe above in any order. A worker's messages count as
 * safe in the order in which it sent them, because an acknowledgement covers all before it. Confined to the loop of the
 * sub-master.
 *
 * @param <S> names a sender
 */
public final class SafeInOrder<S, M> {
    private static final class Arrived<M> {
        final M message;
        boolean safe;

        Arrived(M message) {
            this.message = message;
        }
    }

    private final Consumer<M> safe;
    private final Map<S, Deque<Arrived<M>>> unsafe = new HashMap<>();

    /** @param safe takes each message that is safe together with all before it */
    public SafeInOrder(Consumer<M> safe) {
        this.safe = safe;
    }

    /** Records that a message arrived; returns what to run when its results are safe. */
    public Runnable add(S sender, M message) {
        Arrived<M> arrived = new Arrived<>(message);
        unsafe.computeIfAbsent(sender, any -> new ArrayDeque<>(2)).addLast(arrived);
        return () -> {
            arrived.safe = true;
            settle(sender);
        };
    }

    private void settle(S sender) {
        Deque<Arrived<M>> before = unsafe.get(sender);
        while (before != null && !before.isEmpty() && before.getFirst().safe) {
            safe.accept(before.removeFirst().message);
        }
        if (before != null && before.isEmpty()) {
            unsafe.remove(sender);
        }
    }
}
