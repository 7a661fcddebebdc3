package dev.sluice.model.schedule;

/** The course of the cycles: the number of the latest one and its state. Confined to the scheduler. */
final class CycleCourse {
    /** Sees each transition of the cycles; tests use it. */
    interface Watcher {
        void moved(CycleState from, CycleState.Input input, CycleState to);
    }

    private final Watcher watcher;
    private CycleState state = CycleState.IDLE;
    private int cycle = -1;

    CycleCourse(Watcher watcher) {
        this.watcher = watcher;
    }

    CycleState state() {
        return state;
    }

    /** The latest cycle; -1 before the first. */
    int cycle() {
        return cycle;
    }

    /** True while units are handed out. */
    boolean isOpen() {
        return state == CycleState.OPEN;
    }

    /** True if this cycle is the latest one and takes results. */
    boolean takes(int number) {
        return number == cycle && (state == CycleState.OPEN || state == CycleState.STOPPING);
    }

    /** True if this cycle is not the latest one, or if it is over. */
    boolean isOver(int number) {
        return number != cycle || state == CycleState.IDLE || state == CycleState.STOPPED;
    }

    /** Begins the cycle with this number. */
    void begin(int number) {
        move(CycleState.Input.BEGIN);
        cycle = number;
    }

    /** Continues after this cycle, which is over or about to begin. */
    void skipTo(int number) {
        cycle = number;
    }

    /** Moves along the table; throws if the table does not allow it. */
    void move(CycleState.Input input) {
        CycleState next = CycleState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException(
                    "the run is " + state + " (" + state.sentence() + "): " + input + " cannot happen");
        }
        watcher.moved(state, input, next);
        state = next;
    }
}
