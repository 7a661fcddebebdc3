package dev.sluice.model.ledger;

/** What a slot's time is spent on; at each moment exactly one. */
public enum Cause {
    /** Inside the application's {@code compute}. */
    COMPUTE,
    /** Around it: claiming a unit, decoding it, encoding its result, handing that over. */
    RUNTIME,
    /** A unit could be had, or a cycle begun, but the master has not handed it out yet. */
    MASTER,
    /** A result must travel before the slot can go on. */
    RESULTS_LINK,
    /** Inputs are on their way, or the connection to the master is broken. */
    INPUTS_LINK,
    /** The cycle's setup is on its way or being decoded. */
    SETUP,
    /** Everything is handed out, and nothing comes back to be handed out again. */
    NO_WORK,
    /** The worker is coming up: process, registration, the application's jars. */
    STARTING
}
