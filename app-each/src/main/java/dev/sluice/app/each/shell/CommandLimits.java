package dev.sluice.app.each.shell;

import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one command.
 *
 * @param timeLimitNanos of each try [ns]; 0: none
 * @param graceNanos between SIGTERM and SIGKILL when the time limit has passed [ns]
 * @param tries how often a failing command is started at most, at least 1
 * @param mostOutputBytes of standard output and of standard error each [bytes]; 0: as much as the disk holds
 * @param mostMemoryBytes sampled resident memory of the command and its children together [bytes]; 0: no limit
 * @param rules what follows exit codes; after others, a command is started again while it has tries
 */
public record CommandLimits(
        long timeLimitNanos,
        long graceNanos,
        int tries,
        long mostOutputBytes,
        long mostMemoryBytes,
        List<ExitRule> rules) {
    /** Time between SIGTERM and SIGKILL unless told otherwise [ns]. */
    public static final long GRACE_NANOS = 5_000_000_000L;

    /** Tries of a command after an exit code whose rule is to retry, unless told otherwise. */
    private static final int RULED_TRIES = 3;

    /** One try without limits. */
    public static final CommandLimits NONE = new CommandLimits(0, GRACE_NANOS, 1, 0, 0, List.of());

    public CommandLimits {
        if (timeLimitNanos < 0 || graceNanos < 0 || mostOutputBytes < 0 || mostMemoryBytes < 0) {
            throw new IllegalArgumentException("negative limit (expected: 0 or more)");
        }
        if (tries < 1) {
            throw new IllegalArgumentException(tries + " tries (expected: at least 1)");
        }
        rules = List.copyOf(rules);
    }

    /** Limits the time of each try [ns]; 0: no limit. */
    public CommandLimits timeLimit(long nanos) {
        return new CommandLimits(nanos, graceNanos, tries, mostOutputBytes, mostMemoryBytes, rules);
    }

    /** Changes the time between SIGTERM and SIGKILL [ns]. */
    public CommandLimits grace(long nanos) {
        return new CommandLimits(timeLimitNanos, nanos, tries, mostOutputBytes, mostMemoryBytes, rules);
    }

    /** Starts a command up to {@code times} times until it succeeds. */
    public CommandLimits tries(int times) {
        return new CommandLimits(timeLimitNanos, graceNanos, times, mostOutputBytes, mostMemoryBytes, rules);
    }

    /** Limits standard output and standard error, each [bytes]; 0: no limit. */
    public CommandLimits output(long bytes) {
        return new CommandLimits(timeLimitNanos, graceNanos, tries, bytes, mostMemoryBytes, rules);
    }

    /** Limits the resident memory of the command and its children together [bytes]; 0: no limit. */
    public CommandLimits memory(long bytes) {
        return new CommandLimits(timeLimitNanos, graceNanos, tries, mostOutputBytes, bytes, rules);
    }

    /** Lets these rules decide what follows exit codes. */
    public CommandLimits rules(List<ExitRule> all) {
        return new CommandLimits(timeLimitNanos, graceNanos, tries, mostOutputBytes, mostMemoryBytes, all);
    }

    /** Tells whether a command whose try ended so is started again with the same limits. */
    boolean tryAgain(CommandTry last, int tried) {
        ExitRule.Then rule = last.timedOut() ? null : rule(last.status().asOfShell());
        int most = rule == ExitRule.Then.RETRY && tries == 1 ? RULED_TRIES : tries;
        return !last.succeeded() && rule != ExitRule.Then.FAIL && tried < most;
    }

    /**
     * The limits of the next try of a command that is to have more memory; null if it is to have none, or if the host
     * has no more.
     *
     * @param hostBytes memory of this host [bytes]; 0: unknown. It is asked only if it decides, because the answer is
     *     read from many files
     */
    @Nullable
    CommandLimits grown(CommandTry last, LongSupplier hostBytes) {
        if (last.timedOut() || mostMemoryBytes == 0 || rule(last.status().asOfShell()) != ExitRule.Then.GROW) {
            return null;
        }
        long told = hostBytes.getAsLong();
        long host = told == 0 ? Long.MAX_VALUE / 2 : told;
        return mostMemoryBytes >= host ? null : memory(Math.min(2 * mostMemoryBytes, host));
    }

    private ExitRule.@Nullable Then rule(int code) {
        for (ExitRule each : rules) {
            if (each.code() == code) {
                return each.then();
            }
        }
        return null;
    }
}
