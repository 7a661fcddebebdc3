package dev.sluice.master;

import dev.sluice.model.TransitionTable;

/** The states of a run, and the table of their transitions. {@link RunCourse} uses it. */
enum RunState {
    /** No cycle is open: the application says what comes next. */
    WAITING("no cycle is open: the application says what comes next"),
    /** A cycle is open: units are computed. */
    OPEN("a cycle is open: units are computed"),
    /** The run was stopped while a cycle was open: no units are handed out, running ones are delivered. */
    STOPPING("the run was stopped while a cycle was open: no units are handed out, running ones are delivered"),
    /** The run was stopped and no cycle is open: the application keeps what is there. */
    STOPPED("the run was stopped and no cycle is open: the application saves its results"),
    /** The run is over: workers are told to leave. */
    ENDING("the run is over: workers are told to leave"),
    /** The run is over and all workers are gone. */
    ENDED("the run is over and all workers are gone");

    private final String sentence;

    RunState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    String sentence() {
        return sentence;
    }

    /** Tells whether the run has ended; messages of workers then have no effect. */
    boolean isOver() {
        return this == ENDING || this == ENDED;
    }

    /** Tells whether the operator asked for the end and the run is being stopped. */
    boolean isStopping() {
        return this == STOPPING || this == STOPPED;
    }

    /** Tells whether workers have units of the newest cycle. */
    boolean hasCycle() {
        return this == OPEN || this == STOPPING;
    }

    /** The inputs that move a run from state to state, each with its action. */
    enum Input {
        /** A cycle begins: its setup goes to all workers at work. */
        BEGIN("the setup goes to all workers at work"),
        /** The scheduler has no outstanding unit of the cycle: workers are told, then the application. */
        FINISH("workers are told, then the application"),
        /** The operator stops the run: workers give back units that they have not started. */
        STOP("workers give back units that they have not started"),
        /** The application, the operator or a failure ends the run: workers are told to leave. */
        END("workers are told to leave"),
        /** The last worker is gone: the listener is told how the run ended. */
        GONE("the listener is told how the run ended");

        private final String action;

        Input(String action) {
            this.action = action;
        }

        /** The action of the run on this input. */
        String action() {
            return action;
        }
    }

    /** The life cycle of a run. It starts WAITING. */
    static final TransitionTable<RunState, Input> TABLE = TransitionTable.of(RunState.class, Input.class)
            .row(WAITING, Input.BEGIN, OPEN)
            .row(WAITING, Input.STOP, STOPPED)
            .row(WAITING, Input.END, ENDING)
            .row(OPEN, Input.FINISH, WAITING)
            .row(OPEN, Input.STOP, STOPPING)
            .row(OPEN, Input.END, ENDING)
            .row(STOPPING, Input.FINISH, STOPPED)
            .row(STOPPING, Input.END, ENDING)
            .row(STOPPED, Input.END, ENDING)
            .row(ENDING, Input.GONE, ENDED)
            .build();
}
