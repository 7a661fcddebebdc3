package dev.sluice.master.record;

import dev.sluice.model.Amounts;
import dev.sluice.model.ledger.ResourcesSeen;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.Growth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The needs of the units of a run, and when units of open cycles came, so that the run can be simulated again. Costs
 * depend on ranges of units of equal needs. Confined to the master loop, except after the run.
 */
public final class UnitsRecord {
    /** Ranges that are kept; of a run with more the kinds are known by their numbers only. */
    private static final int MOST_RANGES = 100_000;

    /** Additions that are kept one by one; later ones count with the last. */
    private static final int MOST_STEPS = 100_000;

    /** Consecutive units that a source gave belong together if they came so close to each other [ns]. */
    private static final long AT_ONCE_NANOS = 1_000_000;

    private final Map<Integer, List<Kind>> kinds = new TreeMap<>();
    private final Map<Integer, List<Growth>> growth = new TreeMap<>();
    private int ranges;
    private int steps;
    private Supplier<ResourcesSeen> resources = () -> ResourcesSeen.NONE;

    /**
     * Units of a cycle with equal needs.
     *
     * @param ranges of them; those of a run with too many ranges are not all there
     */
    public record Kind(Amounts needs, long units, UnitRanges ranges) {}

    /** Sets where the scheduler's view of resources is. */
    public void follow(Supplier<ResourcesSeen> scheduler) {
        resources = scheduler;
    }

    /** The resources for which units waited so far. */
    public ResourcesSeen resources() {
        return resources.get();
    }

    /** A cycle begins with so many units. */
    public void begun(int cycle, long units, boolean open, List<Event.Sized> sized) {
        came(cycle, sized);
        if (open && units > 0) {
            added(cycle, units, 0, false, 0);
        }
    }

    /** Records units of a cycle that became known. */
    private void came(int cycle, List<Event.Sized> sized) {
        for (Event.Sized each : sized) {
            if (each.needs().isOneSlot()) {
                continue;
            }
            List<Kind> of = kinds.computeIfAbsent(cycle, unused -> new ArrayList<>());
            int at = 0;
            while (at < of.size() && !of.get(at).needs().equals(each.needs())) {
                at++;
            }
            UnitRanges known = at < of.size() ? of.get(at).ranges() : new UnitRanges();
            int before = known.ranges();
            if (ranges + each.units().ranges() <= MOST_RANGES) {
                known.addAll(each.units());
                ranges += known.ranges() - before;
            }
            long units = each.units().size() + (at < of.size() ? of.get(at).units() : 0);
            Kind now = new Kind(each.needs(), units, known);
            if (at < of.size()) {
                of.set(at, now);
            } else {
                of.add(now);
            }
        }
    }

    /**
     * The open cycle got more units.
     *
     * @param wanted whether slots waited for units
     * @param atNanos time since the start of the run [ns]
     */
    public void added(AddedUnits units, boolean wanted, long atNanos) {
        came(units.cycle(), units.kinds());
        added(units.cycle(), units.units(), units.after(), wanted, atNanos);
    }

    private void added(int cycle, long units, long after, boolean waited, long atNanos) {
        List<Growth> of = growth.computeIfAbsent(cycle, unused -> new ArrayList<>());
        Growth now = new Growth(units, after, after < 0 && waited ? Math.max(0, atNanos) : 0);
        Growth last = of.isEmpty() ? null : of.get(of.size() - 1);
        boolean alike = last != null
                && (after >= 0
                        ? last.after() == after
                        : last.after() < 0 && now.nanos() - last.nanos() < AT_ONCE_NANOS);
        if (last != null && (alike || steps >= MOST_STEPS)) {
            of.set(of.size() - 1, new Growth(last.units() + units, last.after(), last.nanos()));
        } else {
            of.add(now);
            steps++;
        }
    }

    /** True if a unit needs other than one slot. */
    public boolean hasKinds() {
        return !kinds.isEmpty();
    }

    /** Hands out each cycle with the kinds of its units that need other than one slot. */
    public void forEachKind(BiConsumer<Integer, Kind> receiver) {
        kinds.forEach((cycle, of) -> of.forEach(kind -> receiver.accept(cycle, kind)));
    }

    /** The units that came while cycles were open, by cycle. */
    public Map<Integer, List<Growth>> growth() {
        return growth;
    }
}
