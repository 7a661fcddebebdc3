package dev.sluice.benchmarks.truth;

import java.util.Locale;

/** The ways in which a case is run. */
enum RunWay {
    /** Planned by the command, with what it knows. */
    AUTO,
    /** Planned again, with what the first run left in the history. */
    AGAIN,
    /** On all hosts, with the master here, without a plan. */
    ALL,
    /** Planned with the master that the flow model ranks first, if the plan chose another, else with the second. */
    MASTER,
    /** Planned with the next master of the flow model's ranking. */
    SECOND,
    /** In one process of the user's machine. */
    ALONE;

    /** Tells whether the command plans the run. */
    boolean isPlanned() {
        return this != ALL && this != ALONE;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
