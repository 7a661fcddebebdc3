package dev.sluice.model.tune;

/** Leaves a knob alone for a while after a change of it was undone, each time for longer. Confined to its tuner. */
final class Holds {
    private static final int FIRST_CHECKPOINTS = 5;

    /** A knob with this many changes undone is left alone until the run ends. */
    private static final int MOST = 3;

    private int undone;
    private long until;

    void undone(long checkpoint) {
        undone++;
        until = undone >= MOST ? Long.MAX_VALUE : checkpoint + ((long) FIRST_CHECKPOINTS << undone);
    }

    boolean holds(long checkpoint) {
        return checkpoint < until;
    }
}
