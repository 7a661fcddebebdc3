package dev.sluice.app.each.shell;

/**
 * Limits of one command.
 *
 * @param timeLimitNanos of each try [ns]; 0: none
 * @param graceNanos between SIGTERM and SIGKILL when the time limit has passed [ns]
 * @param tries how often a failing command is started at most, at least 1
 * @param mostOutputBytes of standard output and of standard error each [bytes]; 0: as much as the disk holds
 * @param mostMemoryBytes sampled resident memory of the command and its children together [bytes]; 0: no limit
 */
public record CommandLimits(
        long timeLimitNanos, long graceNanos, int tries, long mostOutputBytes, long mostMemoryBytes) {
    /** Time between SIGTERM and SIGKILL unless told otherwise [ns]. */
    public static final long GRACE_NANOS = 5_000_000_000L;

    /** One try without limits. */
    public static final CommandLimits NONE = new CommandLimits(0, GRACE_NANOS, 1, 0, 0);

    public CommandLimits {
        if (timeLimitNanos < 0 || graceNanos < 0 || mostOutputBytes < 0 || mostMemoryBytes < 0) {
            throw new IllegalArgumentException("negative limit (expected: 0 or more)");
        }
        if (tries < 1) {
            throw new IllegalArgumentException(tries + " tries (expected: at least 1)");
        }
    }

    /** Limits the time of each try [ns]; 0: no limit. */
    public CommandLimits timeLimit(long nanos) {
        return new CommandLimits(nanos, graceNanos, tries, mostOutputBytes, mostMemoryBytes);
    }

    /** Changes the time between SIGTERM and SIGKILL [ns]. */
    public CommandLimits grace(long nanos) {
        return new CommandLimits(timeLimitNanos, nanos, tries, mostOutputBytes, mostMemoryBytes);
    }

    /** Starts a command up to {@code times} times until it succeeds. */
    public CommandLimits tries(int times) {
        return new CommandLimits(timeLimitNanos, graceNanos, times, mostOutputBytes, mostMemoryBytes);
    }

    /** Limits standard output and standard error, each [bytes]; 0: no limit. */
    public CommandLimits output(long bytes) {
        return new CommandLimits(timeLimitNanos, graceNanos, tries, bytes, mostMemoryBytes);
    }

    /** Limits the resident memory of the command and its children together [bytes]; 0: no limit. */
    public CommandLimits memory(long bytes) {
        return new CommandLimits(timeLimitNanos, graceNanos, tries, mostOutputBytes, bytes);
    }
}
