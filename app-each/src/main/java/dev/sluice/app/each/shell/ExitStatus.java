package dev.sluice.app.each.shell;

/**
 * How a command ended. Pure.
 *
 * @param exitCode 0 to 255; 0 if a signal ended it
 * @param signal 0 for none
 */
record ExitStatus(int exitCode, int signal) {
    /** A shell reports signal n as this + n. */
    static final int SIGNAL_BASE = 128;

    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    /** Exit code of a command that could not be started, or whose files could not come back. */
    static final ExitStatus REFUSED = new ExitStatus(NOT_EXECUTABLE, 0);

    static final ExitStatus KILLED = new ExitStatus(0, 9);

    private static final int MOST_SIGNAL = 64;

    /**
     * Interprets the status that a shell reports. A shell notes the signal that ended a command, which tells it from an
     * exit with the same number. It notes neither SIGINT nor SIGPIPE, and bash not SIGTERM: those are exits.
     *
     * @param noted whether the shell has noted the end of the command
     */
    static ExitStatus of(int reported, boolean noted) {
        int signal = reported - SIGNAL_BASE;
        return noted && signal > 0 && signal <= MOST_SIGNAL ? new ExitStatus(0, signal) : new ExitStatus(reported, 0);
    }

    /** The number that a shell would show. */
    int asOfShell() {
        return signal == 0 ? exitCode : SIGNAL_BASE + signal;
    }

    boolean succeeded() {
        return exitCode == 0 && signal == 0;
    }
}
