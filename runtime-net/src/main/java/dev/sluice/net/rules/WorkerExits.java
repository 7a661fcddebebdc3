package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;

/** The exit codes of worker processes, by which launchers decide whether to start another. */
public final class WorkerExits {
    /**
     * The application could not load its state: another process would most likely fail too. Its number is the error's.
     */
    public static final int WITHOUT_STATE = 113;

    private WorkerExits() {}

    /** The exit code of a worker that left for this reason. */
    public static int of(ErrorCode reason) {
        return reason == ErrorCode.STATE_NOT_LOADED ? WITHOUT_STATE : reason.exitCode();
    }
}
