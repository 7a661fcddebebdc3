package dev.sluice.launch;

import dev.sluice.net.rules.WorkerExits;

/** Decides whether a worker process that ended is started again. */
public final class Restarts {
    private static final int MOST = 3;

    /** Each process tries several times to load the application's state. */
    private static final int MOST_WITHOUT_STATE = 1;

    /** Exit codes of a process that was asked to end: by an interrupt, and by SIGTERM. */
    private static final int INTERRUPTED = 130;

    private static final int TERMINATED = 143;

    private Restarts() {}

    /**
     * @param computing whether it had joined and not asked to leave: then a unit may have chosen its exit code
     * @param starts processes that the place has had, this one included
     */
    public static boolean follow(int exitCode, boolean computing, int starts) {
        int most = exitCode == WorkerExits.WITHOUT_STATE ? MOST_WITHOUT_STATE : MOST;
        boolean inOrder =
                exitCode == 0 || exitCode == INTERRUPTED || exitCode == TERMINATED || exitCode == WorkerExits.TOO_SMALL;
        return (computing || !inOrder) && starts <= most;
    }
}
