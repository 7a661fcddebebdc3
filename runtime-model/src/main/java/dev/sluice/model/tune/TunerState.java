package dev.sluice.model.tune;

import dev.sluice.model.TransitionTable;

/** The state of a tuner. */
public enum TunerState {
    /** No change is being tried. */
    WATCHING("no change is being tried"),
    /** One change acts, and is compared with what was expected of it. */
    ACTING("one change acts and is compared with what was expected of it"),
    /** The starting setting holds until the end of the run. */
    HOME("the starting setting holds until the end of the run");

    private final String sentence;

    TunerState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** The events of a tuner. */
    public enum Input {
        /** A change is worth trying and safe. */
        CHANGE,
        /** The change did what was expected of it, or nothing that can be seen. */
        KEEP,
        /** The change made things worse, or did not do what it promised. */
        UNDO,
        /** The run could not take the change any more: nothing has changed. */
        REFUSE,
        /** The run falls behind the starting setting. */
        FALL_BEHIND
    }

    /** The life cycle of a tuner. */
    public static final TransitionTable<TunerState, Input> TABLE = TransitionTable.of(TunerState.class, Input.class)
            .row(WATCHING, Input.CHANGE, ACTING)
            .row(WATCHING, Input.FALL_BEHIND, HOME)
            .row(ACTING, Input.KEEP, WATCHING)
            .row(ACTING, Input.UNDO, WATCHING)
            .row(ACTING, Input.REFUSE, WATCHING)
            .row(ACTING, Input.FALL_BEHIND, HOME)
            .build();
}
