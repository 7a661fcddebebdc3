package dev.sluice.master.record;

import dev.sluice.net.message.LongUnit;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which units of the open cycle compute for so long that the user should know: longer than ten times the
 * median, and at least a minute. Until a unit of the cycle has ended, only one is named, by the median of the cycle
 * before. The same holds for workers that prepare for a minute. The median is counted in quarters of a power of two, so
 * it may be off by an eighth. Confined to the master loop.
 */
public final class LongUnits {
    private static final int FACTOR = 10;

    /** Limit of subjects noticed in a cycle, whatever workers report. */
    private static final int MOST = 1_000;

    /** A unit that computes, or a process that prepares, of which the user hears once in a cycle. */
    private record Subject(long unit, String process) {
        static Subject of(LongUnit unit) {
            return unit.preparing() ? new Subject(-1, unit.pid() + "@" + unit.host()) : new Subject(unit.unit(), "");
        }
    }

    /** Quarters of each power of two below 2^63. */
    private final long[] counts = new long[4 * 63];

    /** The same of all cycles. */
    private final long[] all = new long[4 * 63];

    private long units;
    private long unitsInAll;
    private int cycle = -1;
    /** The median of the latest earlier cycle of which a unit has ended; 0 if there is none. */
    private long earlierMedianNanos;

    private final Set<Subject> noticed = new HashSet<>();
    /** True if a unit was named before any had ended. */
    private boolean early;
    /** True if a worker that prepares was named before any unit had ended. */
    private boolean earlyPreparing;

    public void cycleBegun(int number) {
        cycle = number;
        earlierMedianNanos = units > 0 ? medianNanos() : earlierMedianNanos;
        units = 0;
        Arrays.fill(counts, 0);
        noticed.clear();
        early = false;
        earlyPreparing = false;
    }

    /** Records units of this cycle that took {@code nanos} together; each counts with the mean. */
    public void computed(int ofCycle, long more, long nanos) {
        if (more > 0 && ofCycle == cycle) {
            int bucket = bucket(Math.max(4, nanos / more));
            counts[bucket] += more;
            units += more;
            all[bucket] += more;
            unitsInAll += more;
        }
    }

    private static int bucket(long nanos) {
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        return 4 * exponent + (int) ((nanos >>> (exponent - 2)) & 3);
    }

    /** The median of the units of the cycle so far [ns]; 0 before the first. */
    public long medianNanos() {
        return quantile(counts, units, 0.5, 0.5);
    }

    /** A time within which this share of all units so far has ended [ns]; 0 before the first. */
    public long quantileNanos(double share) {
        return quantile(all, unitsInAll, share, 1);
    }

    /** @param place of the answer within its bucket, from 0 to 1 */
    private static long quantile(long[] of, long number, double share, double place) {
        long below = 0;
        for (int bucket = 0; bucket < of.length && number > 0; bucket++) {
            below += of[bucket];
            if (below >= share * number) {
                long width = 1L << (bucket / 4 - 2);
                return (4L + bucket % 4) * width + (long) (width * place);
            }
        }
        return 0;
    }

    /** Tells whether the user should hear of this unit of the open cycle now. */
    public boolean isNews(LongUnit unit) {
        Subject subject = Subject.of(unit);
        if (unit.nanos() < LongUnit.LEAST_NANOS || noticed.contains(subject) || noticed.size() >= MOST) {
            return false;
        }
        if (unit.preparing()) {
            boolean isOne = units > 0 || !earlyPreparing;
            earlyPreparing = true;
            return isOne && noticed.add(subject);
        }
        if (units > 0) {
            return unit.nanos() / FACTOR >= medianNanos() && noticed.add(subject);
        }
        boolean isFirst = !early && unit.nanos() / FACTOR >= earlierMedianNanos;
        early |= isFirst;
        return isFirst; // and may be named again when it is long for what the median is then
    }
}
