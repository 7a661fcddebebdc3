package dev.sluice.master;

import dev.sluice.net.message.LongUnit;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which units compute for so long that the user should know: longer than ten times the median, and at least a
 * minute. The median is counted in quarters of a power of two, so it may be off by an eighth. Confined to the master
 * loop.
 */
public final class LongUnits {
    private static final int FACTOR = 10;

    /** Limit of units noticed in a cycle, whatever workers report. */
    private static final int MOST = 1_000;

    /** Quarters of each power of two below 2^63. */
    private final long[] counts = new long[4 * 63];

    private long units;
    private int cycle = -1;
    private final Set<Long> noticed = new HashSet<>();

    /** Records units that took {@code nanos} together; each counts with the mean. */
    void computed(long more, long nanos) {
        if (more > 0) {
            counts[bucket(Math.max(4, nanos / more))] += more;
            units += more;
        }
    }

    private static int bucket(long nanos) {
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        return 4 * exponent + (int) ((nanos >>> (exponent - 2)) & 3);
    }

    /** The median of all units so far [ns]; 0 before the first. */
    public long medianNanos() {
        long below = 0;
        for (int bucket = 0; bucket < counts.length && units > 0; bucket++) {
            below += counts[bucket];
            if (2 * below >= units) {
                long width = 1L << (bucket / 4 - 2);
                return (4L + bucket % 4) * width + width / 2;
            }
        }
        return 0;
    }

    /** Tells whether the user should hear of this unit now, which is so once in a cycle. */
    boolean isNews(LongUnit unit) {
        if (unit.cycle() != cycle) {
            cycle = unit.cycle();
            noticed.clear();
        }
        long median = medianNanos();
        return unit.nanos() >= LongUnit.LEAST_NANOS
                && unit.nanos() / FACTOR >= median
                && noticed.size() < MOST
                && noticed.add(unit.unit());
    }
}
