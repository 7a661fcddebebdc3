package dev.sluice.model.schedule;

import dev.sluice.model.TransitionTable;

/** The state of a worker from the scheduler's view. */
public enum WorkerState {
    /** Connected: the worker takes work. */
    ACTIVE("connected: it takes work"),
    /** Connected: the worker keeps its setup, finishes its running units and gets no more until it is unparked. */
    PARKED("connected: it keeps its setup, finishes what it runs and gets no more until it is unparked"),
    /** Connected: the worker finishes its running units and takes no more. */
    DRAINING("connected: it finishes what it runs and takes no more"),
    /** Disconnected: the worker's units are open to others, and it may return within its lease. */
    AWAY("its connection broke: what it held is open to others, and it may come back within its lease"),
    /** Lost or left: this id never returns. */
    GONE("lost or left: this id is never heard again");

    private final String sentence;

    WorkerState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** An event that moves a worker from state to state. */
    public enum Input {
        /** The run is to go on without the worker for a while. */
        PARK,
        /** The worker is to take work again. */
        UNPARK,
        /** The worker or its operator asked for no more work. */
        DRAIN,
        /** The connection broke. */
        BREAK,
        /** The worker registered again within its lease. */
        RETURN,
        /** The lease ran out, or the process is known to be dead. */
        LOSE,
        /** The worker said goodbye. */
        LEAVE
    }

    /** The life cycle of a worker. The initial state, at registration, is ACTIVE, or PARKED if it joins parked. */
    public static final TransitionTable<WorkerState, Input> TABLE = TransitionTable.of(WorkerState.class, Input.class)
            .row(ACTIVE, Input.PARK, PARKED)
            .row(ACTIVE, Input.UNPARK, ACTIVE)
            .row(ACTIVE, Input.DRAIN, DRAINING)
            .row(ACTIVE, Input.BREAK, AWAY)
            .row(ACTIVE, Input.LOSE, GONE)
            .row(ACTIVE, Input.LEAVE, GONE)
            .row(PARKED, Input.PARK, PARKED)
            .row(PARKED, Input.UNPARK, ACTIVE)
            .row(PARKED, Input.DRAIN, DRAINING)
            .row(PARKED, Input.BREAK, AWAY)
            .row(PARKED, Input.LOSE, GONE)
            .row(PARKED, Input.LEAVE, GONE)
            .row(DRAINING, Input.DRAIN, DRAINING)
            .row(DRAINING, Input.BREAK, AWAY)
            .row(DRAINING, Input.LOSE, GONE)
            .row(DRAINING, Input.LEAVE, GONE)
            .row(AWAY, Input.RETURN, ACTIVE)
            .row(AWAY, Input.LOSE, GONE)
            .build();
}
