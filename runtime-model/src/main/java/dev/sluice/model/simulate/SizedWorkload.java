package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A copy of another workload with needs of units, and with cycles that get units while they run. */
public final class SizedWorkload extends WorkloadLike {
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

    /** The kinds of so many units, of which unit i needs {@code needs.get(i % needs.size())}. */
    public static List<Event.Sized> repeated(List<Amounts> needs, long units) {
        Map<Amounts, UnitRanges> kinds = new LinkedHashMap<>();
        for (long from = 0; from < units; ) {
            Amounts each = needs.get((int) (from % needs.size()));
            long to = from + 1;
            while (to < units && needs.get((int) (to % needs.size())).equals(each)) {
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
}
