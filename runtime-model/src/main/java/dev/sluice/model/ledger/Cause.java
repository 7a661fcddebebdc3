package dev.sluice.model.ledger;

/** The uses of a slot's time; exactly one applies at each moment. */
public enum Cause {
    /** Inside the application's {@code compute}. */
    COMPUTE("compute"),
    /** Runtime overhead of a unit: claiming it, decoding it, encoding its result, handing the result over. */
    RUNTIME("runtime"),
    /** The master could assign a unit or begin a cycle, but has not done so yet. */
    MASTER("waitingForMaster"),
    /** The slot cannot continue until a result has travelled. */
    RESULTS_LINK("waitingForResultsLink"),
    /** Inputs are on their way, or the connection to the master is broken. */
    INPUTS_LINK("waitingForInputsLink"),
    /** The cycle's setup is on its way or being decoded. */
    SETUP("waitingForSetup"),
    /** All units are assigned, and none has come back for reassignment. */
    NO_WORK("noWorkLeft"),
    /** The worker is starting: process, registration, the application's jars. */
    STARTING("starting"),
    /** The worker is parked: it stays connected, and the run goes on without it for a while. */
    PARKED("parked");

    private final String field;

    Cause(String field) {
        this.field = field;
    }

    /** Its name in documents. */
    public String field() {
        return field;
    }
}
