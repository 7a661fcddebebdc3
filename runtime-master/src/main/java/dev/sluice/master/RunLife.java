package dev.sluice.master;

import java.util.ArrayDeque;
import java.util.Deque;

/** The state of one run and its latest transitions. Confined to the master loop. */
final class RunLife {
    private static final int REMEMBERED = 16;

    private final Deque<String> history = new ArrayDeque<>();
    private RunState state = RunState.WAITING;

    RunState state() {
        return state;
    }

    /**
     * Moves to the next state.
     *
     * @throws IllegalStateException if the table has no such row; the message lists the latest transitions
     */
    void on(RunState.Input input) {
        RunState next = RunState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException(
                    input + " in " + state + " (expected: a row of the table; history: " + history + ")");
        }
        if (history.size() == REMEMBERED) {
            history.removeFirst();
        }
        history.addLast(state + " " + input + " " + next);
        state = next;
    }
}
