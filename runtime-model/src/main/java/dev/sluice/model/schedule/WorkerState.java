package dev.sluice.model.schedule;

/** Where a worker stands, as the scheduler sees it. */
public enum WorkerState {
    /** Connected: it takes work. */
    ACTIVE("connected: it takes work"),
    /** Connected: it finishes what it runs and takes no more. */
    DRAINING("connected: it finishes what it runs and takes no more"),
    /** Its connection broke: what it held is open to others, and it may come back within its lease. */
    AWAY("its connection broke: what it held is open to others, and it may come back within its lease"),
    /** Lost or left: this id is never heard again. */
    GONE("lost or left: this id is never heard again");

    private final String sentence;

    WorkerState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** What moves a worker from state to state. */
    public enum Input {
        /** The worker, or its operator, asked that it gets no more work. */
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

    /** The life of a worker. It starts ACTIVE, when it registers. */
    public static final TransitionTable<WorkerState, Input> TABLE = TransitionTable.of(WorkerState.class, Input.class)
            .row(ACTIVE, Input.DRAIN, DRAINING)
            .row(ACTIVE, Input.BREAK, AWAY)
            .row(ACTIVE, Input.LOSE, GONE)
            .row(ACTIVE, Input.LEAVE, GONE)
            .row(DRAINING, Input.DRAIN, DRAINING)
            .row(DRAINING, Input.BREAK, AWAY)
            .row(DRAINING, Input.LOSE, GONE)
            .row(DRAINING, Input.LEAVE, GONE)
            .row(AWAY, Input.RETURN, ACTIVE)
            .row(AWAY, Input.LOSE, GONE)
            .build();
}
