package dev.sluice.master.record;

import dev.sluice.net.message.LongUnit;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides which units of the open cycle compute for so long that the user should know: longer than ten times the
 * median, and at least a minute. Until a unit of the cycle has ended, only one is named, by the median of the cycle
 * before. The same holds for workers that prepare for a minute. Confined to the master loop.
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

    /** Times of units of the open cycle. */
    private final Durations units = new Durations();

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
        earlierMedianNanos = units.number() > 0 ? medianNanos() : earlierMedianNanos;
        units.clear();
        noticed.clear();
        early = false;
        earlyPreparing = false;
    }

    /** Records units of this cycle that took {@code nanos} together; each counts with the mean. */
    public void computed(int ofCycle, long more, long nanos) {
        if (ofCycle == cycle) {
            units.add(more, nanos);
        }
    }

    /** The median of the units of the cycle so far [ns]; 0 before the first. */
    public long medianNanos() {
        return units.quantileNanos(0.5);
    }

    /** Tells whether the user should hear of this unit of the open cycle now. */
    public boolean isNews(LongUnit unit) {
        Subject subject = Subject.of(unit);
        if (unit.nanos() < LongUnit.LEAST_NANOS || noticed.contains(subject) || noticed.size() >= MOST) {
            return false;
        }
        if (unit.preparing()) {
            boolean isOne = units.number() > 0 || !earlyPreparing;
            earlyPreparing = true;
            return isOne && noticed.add(subject);
        }
        if (units.number() > 0) {
            return unit.nanos() / FACTOR >= medianNanos() && noticed.add(subject);
        }
        boolean isFirst = !early && unit.nanos() / FACTOR >= earlierMedianNanos;
        early |= isFirst;
        return isFirst; // and may be named again when it is long for what the median is then
    }
}
