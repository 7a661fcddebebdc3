package dev.sluice.model.schedule;

import dev.sluice.model.TransitionTable;

/** The state of a run with respect to its cycles. */
public enum CycleState {
    /** No cycle is open: the application decides what comes next. */
    IDLE("no cycle is open: the application says what comes next"),
    /** Units are handed out and results are accepted. */
    OPEN("units are handed out and results come in"),
    /** The operator stopped the run: no unit is handed out, running units are delivered. */
    STOPPING("the operator stopped the run: nothing is handed out, what runs is delivered"),
    /** The run is stopped and no unit is outstanding. */
    STOPPED("stopped, and nothing is outstanding");

    private final String sentence;

    CycleState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** An event that moves the run from state to state. */
    public enum Input {
        /** The application began a cycle. */
        BEGIN,
        /** Every unit is accepted or quarantined. */
        FINISH,
        /** The application dropped the rest of the cycle. */
        DROP,
        /** The operator stopped the run. */
        STOP,
        /** No unit is outstanding any more. */
        SETTLE
    }

    /** The life cycle of a run. The initial state is IDLE. */
    public static final TransitionTable<CycleState, Input> TABLE = TransitionTable.of(CycleState.class, Input.class)
            .row(IDLE, Input.BEGIN, OPEN)
            .row(IDLE, Input.STOP, STOPPED)
            .row(OPEN, Input.FINISH, IDLE)
            .row(OPEN, Input.DROP, IDLE)
            .row(OPEN, Input.STOP, STOPPING)
            .row(STOPPING, Input.FINISH, STOPPED)
            .row(STOPPING, Input.DROP, STOPPED)
            .row(STOPPING, Input.STOP, STOPPING)
            .row(STOPPING, Input.SETTLE, STOPPED)
            .row(STOPPED, Input.STOP, STOPPED)
            .build();
}
