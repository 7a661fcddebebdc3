package dev.sluice.worker;

import dev.sluice.model.TransitionTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** The life cycle of a worker, and the table of its transitions. Confined to the worker loop. */
final class WorkerLifecycle {
    /** Each state with its sentence. */
    enum State {
        /** Has never been registered; dials the addresses of the run file. */
        CONNECTING("has never been registered; dials the addresses of the run file"),
        /** The session is open, the registration is sent, no answer yet. */
        REGISTERING("the session is open, the registration is sent, no answer yet"),
        /** Registered: takes units, computes, sends results. */
        ACTIVE("registered: takes units, computes, sends results"),
        /**
         * Takes no more, because it moves to another master: finishes what runs, has handed back the rest, waits until
         * its results are acknowledged.
         */
        MOVING("takes no more, because it moves to another master: finishes what runs, has handed back the rest, waits"
                + " until its results are acknowledged"),
        /** The session broke; slots compute the units they hold, and the loop dials again. */
        AWAY("the session broke; slots compute the units they hold, and the loop dials again"),
        /** The session is open again and the registration names the held units; the master has not answered. */
        REJOINING("the session is open again and the registration names the held units; the master has not answered"),
        /**
         * Takes no more: finishes running units, has handed back the rest, waits until its results are acknowledged.
         */
        DRAINING("takes no more: finishes running units, has handed back the rest, waits until its results are"
                + " acknowledged"),
        /** Said goodbye or gave up; the process is about to end. */
        FINISHED("said goodbye or gave up; the process is about to end");

        private final String sentence;

        State(String sentence) {
            this.sentence = sentence;
        }

        /** The state in one sentence. */
        String sentence() {
            return sentence;
        }
    }

    /** The events in a worker's life. */
    enum Event {
        /** A session is open and both sides have proved the secret. */
        OPENED,
        /** The master answered the registration. */
        REGISTERED,
        /** The session broke or could not be opened, for a reason that may pass. */
        LOST,
        /** The master asked the worker to move to another master. */
        MOVE,
        /** Nothing is held, every result is acknowledged, and the worker has said goodbye to its master. */
        MOVED,
        /** The operator, a signal, or the master asked the worker to leave. */
        DRAIN,
        /** Nothing is running and every result is acknowledged. */
        DRAINED,
        /**
         * The worker has no reason to continue: the master said goodbye or refused it, or the application cannot be
         * loaded.
         */
        END,
        /** No master could be reached for longer than the limit. */
        GAVE_UP
    }

    /** One row of the table. */
    record Transition(State from, Event event, State to) {}

    static final List<Transition> TABLE = List.of(
            new Transition(State.CONNECTING, Event.OPENED, State.REGISTERING),
            new Transition(State.CONNECTING, Event.LOST, State.CONNECTING),
            new Transition(State.CONNECTING, Event.DRAIN, State.FINISHED),
            new Transition(State.CONNECTING, Event.END, State.FINISHED),
            new Transition(State.CONNECTING, Event.GAVE_UP, State.FINISHED),
            new Transition(State.REGISTERING, Event.REGISTERED, State.ACTIVE),
            new Transition(State.REGISTERING, Event.LOST, State.CONNECTING),
            new Transition(State.REGISTERING, Event.DRAIN, State.FINISHED),
            new Transition(State.REGISTERING, Event.END, State.FINISHED),
            new Transition(State.ACTIVE, Event.LOST, State.AWAY),
            new Transition(State.ACTIVE, Event.DRAIN, State.DRAINING),
            new Transition(State.ACTIVE, Event.END, State.FINISHED),
            new Transition(State.ACTIVE, Event.MOVE, State.MOVING),
            new Transition(State.MOVING, Event.MOVE, State.MOVING),
            new Transition(State.MOVING, Event.MOVED, State.AWAY),
            new Transition(State.MOVING, Event.LOST, State.AWAY),
            new Transition(State.MOVING, Event.DRAIN, State.DRAINING),
            new Transition(State.MOVING, Event.END, State.FINISHED),
            new Transition(State.AWAY, Event.OPENED, State.REJOINING),
            new Transition(State.AWAY, Event.LOST, State.AWAY),
            new Transition(State.AWAY, Event.DRAIN, State.FINISHED),
            new Transition(State.AWAY, Event.END, State.FINISHED),
            new Transition(State.AWAY, Event.GAVE_UP, State.FINISHED),
            new Transition(State.REJOINING, Event.REGISTERED, State.ACTIVE),
            new Transition(State.REJOINING, Event.LOST, State.AWAY),
            new Transition(State.REJOINING, Event.DRAIN, State.FINISHED),
            new Transition(State.REJOINING, Event.END, State.FINISHED),
            new Transition(State.DRAINING, Event.DRAIN, State.DRAINING),
            new Transition(State.DRAINING, Event.DRAINED, State.FINISHED),
            new Transition(State.DRAINING, Event.LOST, State.FINISHED),
            new Transition(State.DRAINING, Event.END, State.FINISHED),
            new Transition(State.FINISHED, Event.LOST, State.FINISHED),
            new Transition(State.FINISHED, Event.DRAIN, State.FINISHED),
            new Transition(State.FINISHED, Event.END, State.FINISHED));

    private static final int REMEMBERED = 16;
    private static final TransitionTable<State, Event> NEXT = index();

    private final Deque<Transition> history = new ArrayDeque<>();
    private State state = State.CONNECTING;

    State state() {
        return state;
    }

    boolean is(State... any) {
        return Arrays.asList(any).contains(state);
    }

    /** Tells whether the table has a row for this event in the current state. */
    boolean allows(Event event) {
        return NEXT.next(state, event) != null;
    }

    /**
     * Moves to the next state.
     *
     * @throws IllegalStateException if the table has no such row; the message tells the latest transitions
     */
    State on(Event event) {
        State next = NEXT.next(state, event);
        if (next == null) {
            throw new IllegalStateException(
                    event + " in " + state + " (expected: a row of the table; history: " + history + ")");
        }
        if (history.size() == REMEMBERED) {
            history.removeFirst();
        }
        history.add(new Transition(state, event, next));
        state = next;
        return next;
    }

    private static TransitionTable<State, Event> index() {
        TransitionTable.Builder<State, Event> next = TransitionTable.of(State.class, Event.class);
        TABLE.forEach(row -> next.row(row.from(), row.event(), row.to()));
        return next.build();
    }
}
