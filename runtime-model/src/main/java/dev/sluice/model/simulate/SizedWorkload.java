package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** A copy of another workload with needs of units, and with cycles that get units while they run. */
public final class SizedWorkload extends WorkloadLike {
    /** Any two turns that follow each other are far apart, because 89 and 55 have no common factor. */
    private static final int TURNS = 89;

    private static final int APART = 55;

    private final List<List<Event.Sized>> kinds;
    private final List<List<Growth>> growth;

    /**
     * Cycles that are not in a list have no such units.
     *
     * @param kinds by cycle; the units that need other than one slot
     * @param growth by cycle; the last units of the cycle, in their order
     */
    public SizedWorkload(Workload like, List<List<Event.Sized>> kinds, List<List<Growth>> growth) {
        super(like);
        this.kinds = kinds.stream().map(List::copyOf).toList();
        this.growth = growth.stream().map(List::copyOf).toList();
    }

    @Override
    public List<Event.Sized> kinds(int cycle) {
        return cycle < kinds.size() ? kinds.get(cycle) : List.of();
    }

    @Override
    public List<Growth> growth(int cycle) {
        return cycle < growth.size() ? growth.get(cycle) : List.of();
    }

    /** The kinds of so many units. */
    public static List<Event.Sized> kinds(long units, LongFunction<Amounts> needs) {
        Map<Amounts, UnitRanges> kinds = new LinkedHashMap<>();
        for (long from = 0; from < units; ) {
            Amounts each = needs.apply(from);
            long to = from + 1;
            while (to < units && needs.apply(to).equals(each)) {
                to++;
            }
            if (!each.isOneSlot()) {
                kinds.computeIfAbsent(each, unused -> new UnitRanges()).add(from, to);
            }
            from = to;
        }
        List<Event.Sized> sized = new ArrayList<>();
        kinds.forEach((each, of) -> sized.add(new Event.Sized(each, of)));
        return sized;
    }

    /** The same of units that need {@code needs} in turn, again and again. */
    public static List<Event.Sized> repeated(List<Amounts> needs, long units) {
        return kinds(units, unit -> needs.get((int) (unit % needs.size())));
    }

    /** Needs to repeat, so that units have these shares; the others need one slot. Neighbours differ. */
    public static List<Amounts> mixed(Map<Amounts, Double> shares) {
        List<Amounts> turns = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            double at = (i * APART % TURNS + 0.5) / TURNS;
            Amounts needs = Amounts.ONE_SLOT;
            for (Map.Entry<Amounts, Double> each : shares.entrySet()) {
                needs = at >= 0 && at < each.getValue() ? each.getKey() : needs;
                at -= each.getValue();
            }
            turns.add(needs);
        }
        return turns;
    }
}
