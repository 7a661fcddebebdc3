package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.schedule.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Units of several kinds, evenly mixed, each kind with its own mean time. */
final class MixedWorkload extends WorkloadLike {
    private final List<Amounts> turns;
    private final List<Event.Sized> kinds;
    private final Map<Amounts, Double> longer = new HashMap<>();
    private final double others;

    MixedWorkload(Workload like, UnitMix mix, long units) {
        super(like);
        Map<Amounts, Double> shares = new LinkedHashMap<>();
        for (UnitMix.Kind kind : mix.kinds()) {
            shares.put(kind.needs(), kind.share());
            longer.put(kind.needs(), kind.longer());
        }
        this.others = mix.plainLonger();
        this.turns = SizedWorkload.mixed(shares);
        this.kinds = SizedWorkload.repeated(turns, units);
    }

    @Override
    public List<Event.Sized> kinds(int cycle) {
        return kinds;
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        Amounts needs = turns.get((int) (unit % turns.size()));
        return Math.round(super.computeNanos(cycle, unit) * longer.getOrDefault(needs, others));
    }
}
