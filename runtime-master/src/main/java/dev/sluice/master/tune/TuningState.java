package dev.sluice.master.tune;

import dev.sluice.model.TransitionTable;

/** The state of the tuning of a run, on the master loop. */
public enum TuningState {
    /** No change waits, and no look has begun. */
    WATCHING("no change waits, and no look has begun"),

    /** The run is looked at beside the loop. */
    LOOKING("the run is looked at beside the loop"),

    /** A change waits until the run can take it. */
    DECIDED("a change waits until the run can take it"),

    /** A change has been made, and no whole cycle has begun with it. */
    MADE("a change has been made, and no whole cycle has begun with it"),

    /** The tuning has ended. */
    OFF("the tuning has ended");

    private final String sentence;

    TuningState(String sentence) {
        this.sentence = sentence;
    }

    /** The state in one sentence. */
    public String sentence() {
        return sentence;
    }

    /** The events of a tuning. */
    public enum Input {
        /** A copy of the run is given to the tuner. */
        LOOK,
        /** The tuner answers. */
        ANSWER,
        /** The tuner has decided on a change. */
        DECIDE,
        /** The change is made. */
        MAKE,
        /** A whole cycle begins with the change. */
        ACT,
        /** Something else has happened to the run: the change is not tried. */
        DROP,
        /** The run is over, or can be tuned no more. */
        END
    }

    /** The life cycle of a tuning. */
    public static final TransitionTable<TuningState, Input> TABLE = TransitionTable.of(TuningState.class, Input.class)
            .row(WATCHING, Input.LOOK, LOOKING)
            .row(WATCHING, Input.DECIDE, DECIDED)
            .row(WATCHING, Input.END, OFF)
            .row(LOOKING, Input.ANSWER, WATCHING)
            .row(LOOKING, Input.END, OFF)
            .row(DECIDED, Input.DECIDE, DECIDED)
            .row(DECIDED, Input.MAKE, MADE)
            .row(DECIDED, Input.DROP, WATCHING)
            .row(DECIDED, Input.END, OFF)
            .row(MADE, Input.ACT, WATCHING)
            .row(MADE, Input.DROP, WATCHING)
            .row(MADE, Input.END, OFF)
            .row(OFF, Input.ANSWER, OFF)
            .row(OFF, Input.END, OFF)
            .build();
}
