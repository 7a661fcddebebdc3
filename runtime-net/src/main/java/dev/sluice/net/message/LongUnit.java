package dev.sluice.net.message;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A unit that has been computing for a minute or longer, or for which a slot has been preparing that long. A worker
 * names it in each beat until it ends.
 *
 * @param unit its index in the cycle
 * @param nanos how long it has been computing, or the slot preparing [ns]
 * @param host of the process that computes it, at most 255 characters
 * @param pid of the process that computes it, on that host
 * @param preparing whether the slot still loads the state or decodes the setup or the unit
 */
public record LongUnit(int cycle, long unit, long nanos, String host, long pid, boolean preparing) {
    /** A unit that computes for less is not reported [ns]. */
    public static final long LEAST_NANOS = 60_000_000_000L;

    /** Limit of units in one beat; those that have been computing for longest come first. */
    public static final int MOST = 64;

    public LongUnit {
        Checks.notNegative("cycle", cycle);
        Checks.notNegative("unit", unit);
        Checks.notNegative("nanos", nanos);
        host = Checks.atMost(255, host);
        Checks.notNegative("pid", pid);
    }

    /** The units that fit into one beat. */
    public static List<LongUnit> longest(Stream<LongUnit> units) {
        return units.sorted(Comparator.comparingLong(LongUnit::nanos).reversed())
                .limit(MOST)
                .toList();
    }
}
