package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;

/** The exit codes of worker processes, by which launchers decide whether to start another. */
public final class WorkerExits {
    /**
     * The application could not load its state: another process would most likely fail too. Its number is the error's.
     */
    public static final int WITHOUT_STATE = 113;

    /** The host has no room for a unit, and would have none for another process either. */
    public static final int TOO_SMALL = 112;

    private WorkerExits() {}

    /** The exit code of a worker that left for this reason. */
    public static int of(ErrorCode reason) {
        return switch (reason) {
            case STATE_NOT_LOADED -> WITHOUT_STATE;
            case HOST_TOO_SMALL -> TOO_SMALL;
            default -> reason.exitCode();
        };
    }
}
