package dev.sluice.launch;

/** When a worker process that ended is started again. */
public final class Restarts {
    private static final int MOST = 3;

    /** What a process ends with that was asked to: by an interrupt, and by a signal to terminate. */
    private static final int INTERRUPTED = 130;

    private static final int TERMINATED = 143;

    private Restarts() {}

    /** @param starts processes that its place has had, this one included */
    public static boolean follow(int exitCode, int starts) {
        return exitCode != 0 && exitCode != INTERRUPTED && exitCode != TERMINATED && starts <= MOST;
    }
}
