package dev.sluice.insight.history;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /**
     * The hosts that a plan need not look at, by name.
     *
     * @param newestFirst as the history has them
     */
    public static Map<String, LookRow> fresh(List<LookRow> newestFirst, Instant now) {
        Map<String, LookRow> latest = new LinkedHashMap<>();
        newestFirst.forEach(row -> latest.putIfAbsent(row.host(), row));
        latest.values().removeIf(row -> !row.isFresh(now));
        return latest;
    }

    private boolean isFresh(Instant now) {
        Duration age = Duration.between(time, now);
        return cores > 0 && !age.isNegative() && age.compareTo(FRESH) <= 0;
    }
}
