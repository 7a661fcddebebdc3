package dev.sluice.insight.history;

import java.time.Duration;
import java.time.Instant;

/**
 * A host as a look before a plan saw it.
 *
 * @param cores number of its processors; 0 if a worker could not be started there, or the host did not say it
 * @param freeBytes memory available to a new process; negative if unknown [bytes]
 * @param busyShare share of all processors that other processes used, 0 to 1; negative if unknown
 */
public record LookRow(String host, Instant time, int cores, long freeBytes, double busyShare) {
    /** A host whose latest look is older is looked at again. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    /** A host at which no worker started, so that the next plan looks at it. */
    public static LookRow missing(String host, Instant time) {
        return new LookRow(host, time, 0, -1, -1);
    }

    /** Tells whether a plan may use this look instead of one of its own. */
    public boolean isFresh(Instant now) {
        Duration age = Duration.between(time, now);
        return cores > 0 && !age.isNegative() && age.compareTo(FRESH) <= 0;
    }
}
