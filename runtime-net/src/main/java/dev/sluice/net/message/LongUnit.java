package dev.sluice.net.message;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A unit that has been computing for a minute or longer or says how far it is, or for which a slot has been preparing
 * for a minute. A worker names it in each beat until it ends.
 *
 * @param unit its index in the cycle
 * @param nanos how long it has been computing, or the slot preparing [ns]
 * @param host of the process that computes it, at most 255 characters
 * @param pid of the process that computes it, on that host
 * @param preparing whether the slot still loads the state or decodes the setup or the unit
 * @param done how far it says it is, from 0 to 1; 0 if it says nothing
 * @param saying its words about that, at most 100 characters
 */
public record LongUnit(
        int cycle, long unit, long nanos, String host, long pid, boolean preparing, double done, String saying) {
    /** A unit that computes for less is reported only if it says how far it is [ns]. */
    public static final long LEAST_NANOS = 60_000_000_000L;

    /** Most characters of a unit's words. */
    public static final int MOST_SAID = 100;

    /** Limit of units in one beat; those that have been computing for longest come first. */
    public static final int MOST = 64;

    public LongUnit {
        Checks.notNegative("cycle", cycle);
        Checks.notNegative("unit", unit);
        Checks.notNegative("nanos", nanos);
        host = Checks.atMost(255, host);
        Checks.notNegative("pid", pid);
        if (!(done >= 0 && done <= 1)) {
            throw new IllegalArgumentException("done: " + done + " (expected: 0 to 1)");
        }
        saying = Checks.atMost(MOST_SAID, saying);
    }

    /** A unit that says nothing. */
    public static LongUnit silent(int cycle, long unit, long nanos, String host, long pid, boolean preparing) {
        return new LongUnit(cycle, unit, nanos, host, pid, preparing, 0, "");
    }

    /** Tells whether the unit has said how far it is. */
    public boolean tells() {
        return done > 0 || !saying.isEmpty();
    }

    /** The units that fit into one beat. */
    public static List<LongUnit> longest(Stream<LongUnit> units) {
        return units.sorted(Comparator.comparingLong(LongUnit::nanos).reversed())
                .limit(MOST)
                .toList();
    }
}
