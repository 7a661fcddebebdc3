package dev.sluice.model.fleet;

import dev.sluice.model.TransitionTable;

/** The state of a fleet. */
public enum FleetState {
    /** No task is asked for or queued: the fleet may grow and shrink. */
    STEADY("no task is asked for or queued: the fleet may grow and shrink"),
    /** Tasks were asked for and have not all started. */
    GROWING("tasks were asked for and have not all started"),
    /** A submission or a start failed: the next submission waits for its delay. */
    DELAYED("a submission or a start failed: the next submission waits for its delay"),
    /** Too many submissions or starts failed in a row: nothing is submitted until an operator resumes the fleet. */
    PAUSED("too many submissions or starts failed in a row: nothing is submitted until an operator resumes"),
    /** The pool ends: all tasks are cancelled and none is submitted. */
    CLOSED("the pool ends: all tasks are cancelled and none is submitted");

    private final String sentence;

    FleetState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** An event that moves a fleet from state to state. */
    public enum Input {
        /** The fleet asks for tasks. */
        SUBMIT,
        /** No task is asked for or queued any more. */
        SETTLE,
        /** A submission was refused, or a task ended before it started. */
        FAIL,
        /** The delay after a failure is over. */
        RETRY,
        /** Too many failures in a row. */
        PAUSE,
        /** The operator resumes the fleet. */
        RESUME,
        /** The pool ends. */
        CLOSE
    }

    /** The life cycle of a fleet. The initial state is STEADY. */
    public static final TransitionTable<FleetState, Input> TABLE = TransitionTable.of(FleetState.class, Input.class)
            .row(STEADY, Input.SUBMIT, GROWING)
            .row(STEADY, Input.RESUME, STEADY)
            .row(STEADY, Input.CLOSE, CLOSED)
            .row(GROWING, Input.SUBMIT, GROWING)
            .row(GROWING, Input.SETTLE, STEADY)
            .row(GROWING, Input.FAIL, DELAYED)
            .row(GROWING, Input.PAUSE, PAUSED)
            .row(GROWING, Input.RESUME, GROWING)
            .row(GROWING, Input.CLOSE, CLOSED)
            .row(DELAYED, Input.FAIL, DELAYED)
            .row(DELAYED, Input.RETRY, GROWING)
            .row(DELAYED, Input.PAUSE, PAUSED)
            .row(DELAYED, Input.RESUME, GROWING)
            .row(DELAYED, Input.CLOSE, CLOSED)
            .row(PAUSED, Input.FAIL, PAUSED)
            .row(PAUSED, Input.RESUME, GROWING)
            .row(PAUSED, Input.CLOSE, CLOSED)
            .row(CLOSED, Input.FAIL, CLOSED)
            .row(CLOSED, Input.RESUME, CLOSED)
            .row(CLOSED, Input.CLOSE, CLOSED)
            .build();
}
